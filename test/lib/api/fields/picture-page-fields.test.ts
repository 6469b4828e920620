import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { picturePageFields } from '#lib/api/fields/picture-page-fields.ts';
import { pictureLayout } from '#lib/conversions/pdf/picture-layout.ts';

const schema = z.object(picturePageFields);

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
  ])('%j are rejected for %s', (fields, field) => {
    expect(faultOf(fields)).toBe(field);
  });
});
