/**
 * veraPDF's error messages that occur most often, in words that do not need the standard. Its messages are the keys,
 * because one message stands for the same requirement in all parts of a standard. A message that is not listed, or that
 * another version words differently, is shown as it is. `{font}` is replaced by the names of fonts.
 */
export const plainMessages: Readonly<Record<string, string>> = {
  // Fonts.
  'The font program is not embedded': '{font} is not embedded',
  'Not all glyphs referenced for rendering are present in the embedded font program':
    'glyphs of the text are missing from {font}',
  'The glyph can not be mapped to Unicode': 'text in {font} cannot be mapped to Unicode',
  'The glyph has Unicode value 0, U+FEFF or U+FFFE, which is invalid by Unicode standard':
    'text in {font} is mapped to invalid Unicode characters',
  'The character has Unicode value from Private Use Area, and no replacement text present':
    'text in {font} is mapped to private Unicode characters and has no replacement text',
  'The document contains a reference to the .notdef glyph':
    'text in {font} uses the glyph for missing characters (.notdef)',
  'A BaseFont entry is missing or has invalid type': 'a font has no name',
  'A non-standard simple font dictionary has missing or invalid FirstChar entry':
    '{font} has no valid FirstChar',
  'A non-standard simple font dictionary has missing or invalid LastChar entry':
    '{font} has no valid LastChar',
  'A Type 2 CIDFont dictionary has missing or invalid CIDToGIDMap entry': '{font} has no valid CIDToGIDMap',
  'A CharSet entry in the Descriptor dictionary of a Type1 font incorrectly lists glyphs present in the font program':
    'the list of glyphs (CharSet) of {font} is not correct',
  'A CIDSet entry in the Font descriptor does not correctly identify all glyphs present in the embedded font subset':
    'the list of glyphs (CIDSet) of {font} is not correct',
  'A symbolic TrueType font specifies an Encoding entry in its dictionary':
    '{font} is symbolic and must not have an Encoding',
  'The embedded font program for a non-symbolic TrueType font does not contain non-symbolic cmap entries':
    '{font} is not symbolic and has no Unicode character map',
  // Colour.
  'DeviceRGB colour space is used without RGB output intent profile':
    'RGB colors are used without an RGB output intent',
  'DeviceCMYK colour space is used without CMYK output intent profile':
    'CMYK colors are used without a CMYK output intent',
  'DeviceGray colour space is used without output intent profile':
    'gray colors are used without an output intent',
  'The page contains transparent objects with no blending colour space defined':
    'the page has transparency without a color space for blending',
  'The value of the Interpolate key in the Image dictionary is true': 'an image is interpolated',
  'Alternates key is present in the Image dictionary': 'an image has alternates',
  'OPI key is present in the Image dictionary': 'an image refers to a file for printing (OPI)',
  'An ExtGState dictionary contains the TR key': 'a graphics state has a transfer function (TR)',
  'The document contains a PostScript XObject': 'the file contains PostScript',
  'The document contains a reference XObject (Ref key in the form XObject dictionary)':
    'a form XObject refers to another file',
  // The file and its metadata.
  'Missing or empty ID in the document trailer': 'the file has no identifier (ID in the trailer)',
  'Encrypt keyword is present in the trailer dictionary': 'the file is encrypted',
  "The document metadata stream doesn't contain PDF/A Identification Schema":
    'the metadata does not identify the file as PDF/A',
  "The document metadata stream doesn't contain PDF/UA Identification Schema":
    'the metadata does not identify the file as PDF/UA',
  'XMP property is either not predefined, or is not defined in any XMP extension schema':
    'the metadata has an XMP property that no extension schema describes',
  'Metadata stream does not contain dc:title': 'the metadata has no title',
  'An embedded file does not comply to either ISO 19005-1 or ISO 19005-2':
    'an attached file is neither PDF/A-1 nor PDF/A-2',
  // Annotations, forms and actions.
  'An annotation does not contain an appearance dictionary': 'an annotation has no appearance',
  'The interactive form dictionary contains the NeedAppearances flag with value true':
    'the form leaves the appearance of its fields to the reader (NeedAppearances)',
  'The interactive form dictionary contains the XFA key': 'the form is an XFA form',
  'Dynamic XFA forms is present': 'the form is a dynamic XFA form',
  'A Form field dictionary contains the AA entry': 'a form field has actions',
  'The document catalog dictionary contains an additional-actions dictionary (AA entry)':
    'the document has actions',
  'The Page dictionary contains an additional-actions dictionary (AA entry)': 'the page has actions',
  'ByteRange array of the digital signature does not cover the entire file (excluding the PDF Signature itself)':
    'a signature does not cover the whole file',
  // Tags.
  'StructTreeRoot entry is not present in the document catalog': 'the document has no tags',
  'Content is neither marked as Artifact nor tagged as real content':
    'content is neither tagged nor marked as an artifact',
  'Suspects entry has a value of true': 'the tags are marked as unreliable (Suspects)',
  'Figure structure element neither has an alternate description nor a replacement text':
    'a figure has no alternative text',
  'Formula structure element neither has an alternate description nor a replacement text':
    'a formula has no alternative text',
  'A link annotation does not include an alternate description in the Contents key':
    'a link has no alternative text (Contents)',
  'A form field neither has TU key nor its Widget annotations have alternative descriptions (in the form of an Alt entry in the enclosing structure element)':
    'a form field has no alternate name (TU)',
  'Natural language for text in page content cannot be determined': 'text has no language',
  'Natural language in the Outline entries cannot be determined': 'the bookmarks have no language',
  'Natural language for document metadata cannot be determined': 'the metadata has no language',
  'Natural language in the Contents entry for annotations cannot be determined':
    'the text of an annotation has no language',
  'Natural language in the TU key for form fields cannot be determined':
    'the alternate name of a form field has no language',
  'Natural language for text in Alt attribute cannot be determined': 'an alternative text has no language',
  'Natural language for text in ActualText attribute cannot be determined':
    'a replacement text has no language',
  'Table cell has intersection with other cells': 'cells of a table overlap',
  'TD does not contain Headers attribute, and Headers for this table cell cannot be determined algorithmically':
    'a table cell has no header',
  'ID key of the Note tag is not present': 'a note has no ID',
  'Missing or empty Name entry of the optional content configuration dictionary':
    'a configuration of layers has no name',
};
