/** Says why there is no preview, after an error of the browser or of pdf.js. */
export const noPreview = ({ name, message }: Error): string =>
  name === 'PasswordException' ? 'No preview: the PDF is encrypted.' : `No preview: ${message}`;
