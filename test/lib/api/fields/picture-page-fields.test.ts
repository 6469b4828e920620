import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkPicturePage, picturePageFields } from '#lib/api/fields/picture-page-fields.ts';
import { pictureLayout } from '#lib/conversions/pdf/picture-layout.ts';

const schema = z.object(picturePageFields).superRefine(checkPicturePage);

/** The field of the first fault; undefined if there is none. */
const faultOf = (fields: Record<string, string>): string | undefined =>
  schema.safeParse(fields).error?.issues[0]?.path.join('.');

describe('the pages of pictures', () => {
  it('fit their pictures, without margins, unless options say otherwise', () => {
    expect(schema.parse({})).toEqual({});
    expect(pictureLayout({})).toEqual({ paper: 'fit', margins: { top: 0, right: 0, bottom: 0, left: 0 } });
  });

  it('have a paper and margins in points', () => {
    const options = schema.parse({
      pageSize: 'letter',
      marginTop: '1in',
      marginLeft: '25.4mm',
      marginRight: '36pt',
    });
    expect(options.pageSize).toBe('Letter');
    expect(pictureLayout(options)).toEqual({
      paper: { width: 612, height: 792 },
      margins: { top: 72, right: 36, bottom: 0, left: 72 },
    });
    expect(schema.parse({ pageSize: ' FIT ' }).pageSize).toBe('fit');
  });

  it.each([
    [{ pageSize: 'A9' }, 'pageSize'],
    [{ pageSize: '' }, 'pageSize'],
    [{ marginTop: '-1' }, 'marginTop'],
    [{ marginBottom: '1 foot' }, 'marginBottom'],
    [{ pageSize: 'A4', marginTop: '150mm', marginBottom: '150mm' }, 'marginTop'],
    [{ pageSize: 'A4', marginLeft: '150mm', marginRight: '150mm' }, 'marginLeft'],
    [{ pageSize: 'A4', marginLeft: '105mm', marginRight: '105mm', marginTop: '210mm' }, 'marginLeft'],
    [{ marginTop: '100', marginBottom: '100' }, 'marginTop'],
  ])('%j are rejected for %s', (fields, field) => {
    expect(faultOf(fields)).toBe(field);
  });

  it.each([
    [{ pageSize: 'A4', marginTop: '140mm', marginBottom: '150mm' }],
    [{ pageSize: 'A4', marginLeft: '140mm', marginRight: '150mm' }],
    [{ marginTop: '100', marginBottom: '99' }],
  ])('%j leave room in one of the orientations', (fields) => {
    expect(faultOf(fields)).toBeUndefined();
  });
});
