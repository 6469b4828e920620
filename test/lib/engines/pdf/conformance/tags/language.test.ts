import { PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openLanguageDetector } from '#lib/engines/language/language-detector.ts';
import { conformTags } from '#lib/engines/pdf/conformance/tags/conform-tags.ts';
import { decodeText } from '#lib/engines/pdf/syntax/text-strings.ts';
import { showing, tag, taggedDocument, type TagNode } from '../../../../../support/tagged-document.ts';

const detectLanguage = await openLanguageDetector();

const english = 'All human beings are born free and equal in dignity and rights.';
const german = 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.';

const inLanguage = (language: string, node: TagNode): TagNode => ({
  ...node,
  entries: { Lang: PDFString.of(language) },
});

/** Makes a document of texts conform. Each is the marked content with its index. */
function languageOf(
  texts: readonly string[],
  tree: readonly TagNode[],
  catalog: Record<string, unknown> = {},
) {
  const document = taggedDocument({ tree, catalog, ...showing(texts) });
  const { warnings } = conformTags(document, { pdfua: true, detectLanguage });
  const stated = document.catalog.lookup(PDFName.of('Lang')) as PDFString | PDFHexString | undefined;
  return { language: stated && decodeText(stated.asBytes()), warnings };
}

describe('the language of a document that states none', () => {
  it('is that of its text, with a warning', () => {
    const { language, warnings } = languageOf([german, 'und so weiter'], [tag('P', 0), tag('P', 1)]);
    expect(language).toBe('de');
    expect(warnings).toEqual([
      {
        code: 'language-detected',
        message:
          'The document states no language, and its text is in de. To state it, send Language in metadata: {"Language":"de"}.',
        language: 'de',
      },
    ]);
  });

  it('is not looked for where the document states it', () => {
    const { language, warnings } = languageOf([german], [tag('P', 0)], { Lang: PDFString.of('nl') });
    expect(language).toBe('nl');
    expect(warnings).toEqual([]);
  });

  it('is that of the text for which no element states one', () => {
    const long = inLanguage('de-AT', tag('P', 0));
    expect(languageOf([german.repeat(5), english], [long, tag('P', 1)]).language).toBe('en');
  });

  it('is that of most elements if the other text is too short', () => {
    const tree = [inLanguage('de-AT', tag('P', 0)), inLanguage('fr', tag('P', 1)), tag('P', 2)];
    expect(languageOf([german, 'oui', 'X 5'], tree).language).toBe('de-AT');
    expect(languageOf([german, 'oui', '2 5'], tree).language).toBe('de-AT');
  });

  it('is found in descriptions of figures', () => {
    const figure = { ...tag('Figure', 0), entries: { Alt: PDFHexString.fromText(german) } };
    expect(languageOf(['1'], [figure]).language).toBe('de');
  });

  it('does not depend on texts that are repeated', () => {
    const texts = ['Alabama', 'Arizona', english].concat(
      ...Array.from({ length: 50 }, () => ['Alabama', 'Arizona']),
    );
    const tree = texts.map((_, mcid) => tag('P', mcid));
    expect(languageOf(texts, tree).language).toBe('en');
  });

  it('is none where there are no words', () => {
    const { language, warnings } = languageOf(['12 345,67', '2026-11-24'], [tag('P', 0), tag('P', 1)]);
    expect(language).toBe('zxx');
    expect(warnings).toMatchObject([{ code: 'language-detected', language: 'zxx' }]);
  });

  it.each([
    ['is too short', ['Total']],
    ['is in two languages', [english.repeat(5), german.repeat(5)]],
    ['is not known', ['12', '\uffff']],
  ])('stays unknown where its text %s', (_, texts) => {
    const { language, warnings } = languageOf(
      texts,
      texts.map((__, mcid) => tag('P', mcid)),
    );
    expect(language).toBeUndefined();
    expect(warnings).toEqual([]);
  });
});
