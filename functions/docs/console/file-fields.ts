import { fieldsOf } from './api-document.ts';
import type { TaskForm } from './task-form.ts';

/** A field of each chosen file: its pages, or its password. */
export type FileFieldName = 'pages' | 'password';

/** The fields of requests that have one entry for each file. */
export const requestFields: Readonly<Record<FileFieldName, string>> = {
  pages: 'pages',
  password: 'passwords',
};

/**
 * The form of an operation whose files have fields of their own, in the list of files.
 *
 * @param path of the operation
 * @param names the fields of each file
 */
export const formWithFileFields = (path: string, names: readonly FileFieldName[]): TaskForm => {
  const ofFiles = names.map((name) => requestFields[name]);
  return {
    fields: (document) =>
      fieldsOf(document, path).filter(({ name }) => ![...ofFiles, 'password'].includes(name)),
    request(values, _, files) {
      const own = files.filter(([field]) => field === 'files');
      const each = (name: FileFieldName): Record<string, string> =>
        own.some(([, file]) => file[name] !== '')
          ? {
              [requestFields[name]]: JSON.stringify(own.map(([, file]) => file[name] || null)),
            }
          : {};
      return { ...Object.assign({}, ...names.map(each)), ...values } as Record<string, string>;
    },
  };
};
