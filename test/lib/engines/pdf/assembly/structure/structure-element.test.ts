import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import {
  type Kid,
  kidsOf,
  structureElements,
} from '#lib/engines/pdf/assembly/structure/structure-element.ts';
import { PDFName, PDFRef } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';

type Context = PDFDocument['context'];

const page = PDFRef.of(901);
const other = PDFRef.of(902);
const onPage = { kind: 'content', page, owner: undefined } as const;

/** Values of an element's entry `K` (PDF 32000-1, table 323) and the kids they mean. `child` is another element. */
const forms: Record<string, (context: Context, child: PDFRef) => { K?: unknown; kids: Kid[] }> = {
  nothing: () => ({ kids: [] }),
  'a number': () => ({ K: 3, kids: [onPage] }),
  'a list of numbers': () => ({ K: [0, 1, 12], kids: [onPage, onPage, onPage] }),
  'an empty list': () => ({ K: [], kids: [] }),
  'an element': (_, child) => ({ K: child, kids: [{ kind: 'element', ref: child }] }),
  'elements among numbers': (_, child) => ({
    K: [child, 4, child],
    kids: [{ kind: 'element', ref: child }, onPage, { kind: 'element', ref: child }],
  }),
  'a list that is an object': (context, child) => ({
    K: context.register(context.obj([child, 1])),
    kids: [{ kind: 'element', ref: child }, onPage],
  }),
  'content of another page': () => ({
    K: { Type: 'MCR', Pg: other, MCID: 0 },
    kids: [{ kind: 'content', page: other, owner: undefined }],
  }),
  'content of a form, in a list, without a type': () => ({
    K: [{ Stm: PDFRef.of(903), MCID: 0 }],
    kids: [{ kind: 'content', page, owner: PDFRef.of(903) }],
  }),
  'content that is an object': (context) => ({
    K: [context.register(context.obj({ Type: 'MCR', Pg: other, MCID: 7 }))],
    kids: [{ kind: 'content', page: other, owner: undefined }],
  }),
  'an annotation': () => ({
    K: [{ Type: 'OBJR', Obj: PDFRef.of(904) }],
    kids: [{ kind: 'object', page, owner: PDFRef.of(904) }],
  }),
  'an annotation, by a type that is an object': (context) => ({
    K: [{ Type: context.register(PDFName.of('OBJR')), Obj: PDFRef.of(904) }],
    kids: [{ kind: 'object', page, owner: PDFRef.of(904) }],
  }),
  'what is not there': () => ({ K: [PDFRef.of(905)], kids: [onPage] }),
  'no kid at all': () => ({ K: [PDFName.of('K'), 1.5], kids: [onPage, onPage] }),
};

for (const useObjectStreams of [false, true]) {
  it.each(Object.entries(forms))(
    `finds the kids of an element ${useObjectStreams ? 'in an object stream' : 'in the file'}: %s`,
    async (_, form) => {
      const document = await PDFDocument.create();
      document.addPage();
      const { context } = document;
      const child = context.register(context.obj({ Type: 'StructElem', S: 'P' }));
      const { K, kids } = form(context, child);
      const element = { Type: 'StructElem', S: 'Div', P: child, Pg: page, ...(K === undefined ? {} : { K }) };
      const ref = context.register(context.obj(element as never));
      const source = openPdf(await document.save({ useObjectStreams }));
      const found = structureElements(source)(ref);
      expect(found?.parent).toBe(child);
      expect(found?.relates).toBe(false);
      expect(found?.kids).toEqual(kids);
      expect(found && kidsOf(source, found.dict)).toEqual(kids);
    },
  );
}

it('reads an element inside its parent', async () => {
  const document = await PDFDocument.create();
  document.addPage();
  const { context } = document;
  const ref = context.register(context.obj({ S: 'Div', K: [{ S: 'P', K: 0 }], Ref: [page] }));
  const element = structureElements(openPdf(await document.save()))(ref);
  expect(element?.relates).toBe(true);
  expect(element?.kids.map(({ kind }) => kind)).toEqual(['inline']);
});

it('finds no element if there is no dictionary', async () => {
  const document = await PDFDocument.create();
  document.addPage();
  const list = document.context.register(document.context.obj([1]));
  const source = openPdf(await document.save());
  expect(structureElements(source)(list)).toBeUndefined();
  expect(structureElements(source)(PDFRef.of(999))).toBeUndefined();
});
