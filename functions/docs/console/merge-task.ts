import { fieldsOf } from './api-document.ts';
import type { ChosenFile } from './chosen-file.ts';
import type { TaskForm } from './task-form.ts';

/** Fields that the list of files has for each file. */
const ofFiles = ['pages', 'passwords'];

/** The form of a merge: the pages and passwords come from the list of files. */
export const mergeForm: TaskForm = {
  fields: (document) => fieldsOf(document, '/api/pdf/merge').filter(({ name }) => !ofFiles.includes(name)),
  request(values, _, files) {
    const each = (name: string, of: (file: ChosenFile) => string): Record<string, string> =>
      files.some(([, file]) => of(file) !== '')
        ? { [name]: JSON.stringify(files.map(([, file]) => of(file) || null)) }
        : {};
    return {
      ...each('pages', ({ pages }) => pages),
      ...each('passwords', ({ password }) => password),
      ...values,
    };
  },
};
