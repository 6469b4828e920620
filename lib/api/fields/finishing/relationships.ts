/** How an attached file relates to the document (ISO 32000-2, table 43). */
export const relationships = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const;

export type Relationship = (typeof relationships)[number];
