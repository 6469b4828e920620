/** The scripts of Unicode 15 by their codes of ISO 15924. */
const codes =
  'Adlm Aghb Ahom Arab Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Bopo Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher ' +
  'Chrs Copt Cpmn Cprt Cyrl Deva Diak Dogr Dsrt Dupl Egyp Elba Elym Ethi Geor Glag Gong Gonm Goth Gran Grek Gujr Guru ' +
  'Hang Hani Hano Hatr Hebr Hira Hluw Hmng Hmnp Hung Ital Java Kali Kana Kawi Khar Khmr Khoj Kits Knda Kthi Lana Laoo ' +
  'Latn Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Mlym Modi Mong Mroo Mtei Mult ' +
  'Mymr Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Orkh Orya Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd ' +
  'Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo Sund Sylo Syrc Tagb Takr Tale ' +
  'Talu Taml Tang Tavt Telu Tfng Tglg Thaa Thai Tibt Tirh Tnsa Toto Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb';

/** For characters of scripts that are not in the list. */
export const unknownScript = 'Zzzz';

const sharedByScripts = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** Made when needed: most processes shape no text. */
let scripts: readonly (readonly [code: string, isOf: RegExp])[] | undefined;

/**
 * The script of a character.
 *
 * @param guess is tested first: neighbours have the same script
 * @returns undefined for characters that any script uses: digits, punctuation, marks
 */
export function scriptOf(character: string, guess?: string): string | undefined {
  if (sharedByScripts.test(character)) return undefined;
  scripts ??= codes.split(' ').map((code) => [code, new RegExp(`^\\p{Script=${code}}`, 'u')] as const);
  if (scripts.some(([code, isOf]) => code === guess && isOf.test(character))) return guess;
  return scripts.find(([, isOf]) => isOf.test(character))?.[0] ?? unknownScript;
}
