import { makeXlsx } from '../office.ts';

/** Cells with an icon each, of the set of three arrows, in text of 11 points. */
export const iconSet = (values: readonly number[]): Buffer =>
  makeXlsx({
    rows: values.map((value) => [value]),
    after:
      `<conditionalFormatting sqref="A1:A${values.length}"><cfRule type="iconSet" priority="1"><iconSet iconSet="3Arrows">` +
      '<cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="percent" val="67"/></iconSet></cfRule></conditionalFormatting>',
  });
