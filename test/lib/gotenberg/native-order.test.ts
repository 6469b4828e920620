import { describe, expect, it } from 'vitest';
import { finishingAmong } from '#lib/conversions/finishing/apply-finishing.ts';
import { finishingOrder } from '#lib/gotenberg/fields/finishing.ts';
import { internalOptions } from '#lib/gotenberg/fields/native-order.ts';
import { Form } from '#lib/gotenberg/form/form.ts';

describe('the order of a form', () => {
  it('has page selections, which the record of a job keeps', () => {
    const values = {
      rotateAngle: ['90'],
      rotatePages: ['-2'],
      stampSource: ['text', 'text'],
      stampExpression: ['a', 'b'],
      stampPages: ['even', 'l'],
      watermarkSource: ['text'],
      watermarkExpression: ['c'],
    };
    const { order } = finishingOrder(new Form(new Map(Object.entries(values)), []), () => undefined);
    const selections = { rotate: '-2', stamp: ['even', 'l'], watermark: [''] };
    expect(finishingAmong(internalOptions(order))).toMatchObject({ selections });
  });

  it('reads flatten only where the route has it', () => {
    const form = () => new Form(new Map([['flatten', ['foo']]]), []);
    const read = () => undefined;
    expect(() => finishingOrder(form(), read)).toThrow("form field 'flatten' is invalid");
    expect(finishingOrder(form(), read, { canFlatten: false }).order.fields).toEqual({});
  });
});
