const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Names of zones that RFC 5322 (4.3) still allows. Any other name stands for UTC. */
const zones: Readonly<Record<string, string>> = {
  edt: '-04:00',
  est: '-05:00',
  cdt: '-05:00',
  cst: '-06:00',
  mdt: '-06:00',
  mst: '-07:00',
  pdt: '-07:00',
  pst: '-08:00',
};

const datePattern = /^(?:[a-z]{2,9}, *)?(\d{1,2}) +([a-z]{3}) +(\d{2,4}) +(\d{1,2}):(\d\d)(?::(\d\d))?/i;
const zonePattern = /^ *(?:([+-]\d\d)(\d\d)|([a-z]{1,5})\b)/i;

/** The longest value that can be a date, in characters. */
const longest = 100;

/** The date of a mail, with the offset from UTC that the sender wrote. */
export interface MailDate {
  /** `2026-11-23 14:05:33 +01:00`; the value of the field if that is no date. */
  text: string;
  /** In the format of PDF (PDF 32000-1, 7.9.4); undefined if the value is no date. */
  pdf: string | undefined;
}

/** @param value of a field `Date` */
export function readMailDate(value: string): MailDate {
  const written = { text: value, pdf: undefined };
  const spaced = value
    .slice(0, longest)
    .replaceAll(/[\t\r\n]/g, ' ')
    .trim();
  const parts = datePattern.exec(spaced);
  const month = months.indexOf(parts?.[2]?.toLowerCase() ?? '') + 1;
  if (!parts || month === 0) return written;
  const [all, day = '', , year = '', hour = '', minute = '', second = '00'] = parts;
  const [, hours, minutes, name = ''] = zonePattern.exec(spaced.slice(all.length)) ?? [];
  const offset =
    hours === undefined || minutes === undefined
      ? (zones[name.toLowerCase()] ?? '+00:00')
      : `${hours}:${minutes}`;
  const date = `${fullYear(year)}-${padded(month)}-${padded(day)}`;
  const time = `${padded(hour)}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${date}T${time}${offset}`))) return written;
  const compact = `${date}${time}`.replaceAll(/[-:]/g, '');
  return { text: `${date} ${time} ${offset}`, pdf: `D:${compact}${offset.replace(':', "'")}'` };
}

const padded = (part: number | string): string => String(part).padStart(2, '0');

/** RFC 5322, 4.3: years of two or three digits. */
function fullYear(year: string): string {
  const number = Number(year);
  if (year.length === 4) return year;
  return String(year.length === 3 || number >= 50 ? 1900 + number : 2000 + number);
}
