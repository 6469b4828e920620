import { describe, expect, it } from 'vitest';
import { xmpPacket } from '#lib/engines/pdf/conformance/metadata/xmp-packet.ts';

describe('xmpPacket', () => {
  const accessible = {
    namespace: 'http://www.aiim.org/pdfua/ns/id/',
    prefix: 'pdfuaid',
    local: 'part',
    text: '1',
  };

  it('describes the schema of a declaration that PDF/A does not predefine', () => {
    const packet = xmpPacket([{ ...accessible, described: 'Integer' }], []);
    expect(packet).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(packet).toContain(`<pdfaSchema:namespaceURI>${accessible.namespace}</pdfaSchema:namespaceURI>`);
    expect(packet).toContain('<pdfaProperty:valueType>Integer</pdfaProperty:valueType>');
  });

  it('describes no schema that needs none', () => {
    const packet = xmpPacket([accessible], []);
    expect(packet).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(packet).not.toContain('pdfaSchema');
  });
});
