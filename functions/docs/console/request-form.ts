import { type ConversionInput, type ConversionName, routes } from '#lib/client/src/index.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { FieldError } from '#lib/base/app-error.ts';
import { type ApiDocument, type Field, fieldsOf } from './api-document.ts';
import { BookmarkEditor } from './bookmark-editor.ts';
import { curlCommand } from './curl-command.ts';
import { acceptDrops } from './drop-zone.ts';
import { byId } from './element.ts';
import { commandFile, type FileChoice, type RemoteFile, valueOf } from './chosen-file.ts';
import { FileList } from './file-list.ts';
import { FormEditor } from './form-editor.ts';
import { countText } from './measures.ts';
import { OptionsForm } from './options-form.ts';
import { fileIn, type RequestFiles } from './task-form.ts';
import type { LocalDocument } from './text-beside-pages.ts';
import { TaskPreviews } from './task-previews.ts';
import { acceptUrls } from './url-entry.ts';
import { endpointOf, fileFields, guessTask } from './task-files.ts';
import { suitsTask, type Task, type TaskName, taskNames, tasks } from './tasks.ts';

/** Reads the report about a PDF. Resolves to undefined after it has shown an error. */
export type Inspect = (input: ConversionInput<'inspect-pdf'>) => Promise<Inspection | undefined>;

interface Options {
  baseUrl: string;
  apiDocument: ApiDocument;
  /** Announces a change to screen readers. */
  announce: (text: string) => void;
  inspect: Inspect;
}

/** The labels of files by their field. */
const roles: Readonly<Record<string, string>> = {
  assets: 'asset',
  attachments: 'attachment',
  overlays: 'stamp',
  facturX: 'invoice',
  fonts: 'font',
};

/** The names of fields with several files as errors name them: `assets[0]`. */
function numbered(fields: readonly (string | undefined)[]): (string | undefined)[] {
  const counts = new Map<string, number>();
  return fields.map((field) => {
    if (field === undefined || field === 'file') return field;
    const count = counts.get(field) ?? 0;
    counts.set(field, count + 1);
    return `${field}[${count}]`;
  });
}

/** The form of a request: the task, its files and options, and the equivalent command. */
export class RequestForm {
  readonly #baseUrl: string;
  readonly #document: ApiDocument;
  readonly #drop = byId('drop', HTMLElement);
  readonly #picker = byId('file-picker', HTMLInputElement);
  readonly #filesError = byId('files-error', HTMLElement);
  readonly #command = byId('command', HTMLElement);
  readonly #files: FileList;
  readonly #options: OptionsForm;
  readonly #previews = new TaskPreviews(byId('options', HTMLElement));
  #task: TaskName = 'merge';
  /** Whether the user chose the task, rather than the form guessing it. */
  #chosen = false;

  constructor({ baseUrl, apiDocument, announce, inspect }: Options) {
    this.#baseUrl = baseUrl;
    this.#document = apiDocument;
    this.#files = new FileList({
      list: byId('files', HTMLElement),
      announce,
      onChange: () => {
        this.#filesError.textContent = '';
        this.#showTask();
      },
      onField: () => this.#showCommand(),
    });
    this.#options = new OptionsForm({
      container: byId('options', HTMLElement),
      controls: {
        bookmarks: () => new BookmarkEditor(this.#reportReader(inspect)),
        form: () => (this.#current.readsReport ? new FormEditor(this.#reportReader(inspect)) : undefined),
      },
      onChange: (name) =>
        name === this.#current.choice?.field ? this.#showOptions(name) : this.#showCommand(),
    });
    for (const name of taskNames) {
      byId(`task-${name}`, HTMLInputElement).addEventListener('change', () => {
        this.#task = name;
        this.#chosen = true;
        this.clearErrors();
        this.#showTask();
      });
    }
    this.#picker.addEventListener('change', () => {
      this.#take([...(this.#picker.files ?? [])]);
      // So that choosing the same file again is also a change.
      this.#picker.value = '';
    });
    acceptDrops(this.#drop, (files) => this.#take(files));
    acceptUrls((file) => this.add(file));
    this.#showTask();
  }

  get endpoint(): ConversionName {
    return endpointOf(this.#task, this.#files.names);
  }

  get command(): HTMLElement {
    return this.#command;
  }

  /** Sends texts unchanged, so that the service validates them. */
  input(): ConversionInput<ConversionName> {
    const input: Record<string, unknown> = {};
    for (const [field, { file }] of this.#requestFiles()) {
      const value = valueOf(file);
      if (field === 'file') input[field] = value;
      else input[field] = [...((input[field] as (File | string)[] | undefined) ?? []), value];
    }
    return { ...input, ...this.#textFields() } as unknown as ConversionInput<ConversionName>;
  }

  /** The document of the request, if it is in this browser. */
  get document(): LocalDocument | undefined {
    const file = fileIn(this.#requestFiles(), 'file');
    return file instanceof File ? { file, password: this.#options.values()['password'] ?? '' } : undefined;
  }

  /** Whether the request is complete. If not, shows at the files what is missing. */
  complete(): boolean {
    const lacks = this.#lacks;
    if (lacks === undefined) return true;
    this.#filesError.textContent = lacks;
    this.#picker.focus();
    return false;
  }

  /** Shows errors at their fields, and returns those without a field here. */
  showErrors(errors: readonly FieldError[]): FieldError[] {
    const others = this.#files.showErrors(errors);
    return this.#options.showErrors(this.#current.form?.errors?.(others) ?? others);
  }

  clearErrors(): void {
    this.#options.clearErrors();
    this.#files.clearErrors();
    this.#filesError.textContent = '';
  }

  /** Adds a file that the service finds itself. */
  add(file: RemoteFile): void {
    this.#take([file]);
  }

  #take(files: FileChoice[]): void {
    if (files.length === 0) return;
    const names = [...this.#files.names, ...files.map(({ name }) => name)];
    const { takes, files: range } = this.#current;
    const guess = guessTask(names);
    const fields = fileFields(this.#task, names);
    const documents = names.filter((_, index) => fields[index] !== 'fonts');
    // A task that the user chose stays while it accepts all files.
    if (guess && !(this.#chosen && documents.length <= range.max && documents.every(takes))) {
      this.#task = guess;
      byId(`task-${guess}`, HTMLInputElement).checked = true;
    }
    this.#files.add(files);
  }

  get #current(): Task {
    return tasks[this.#task];
  }

  #showTask(): void {
    const { action, hint, files, fonts, fieldsOfFile } = this.#current;
    byId('start', HTMLButtonElement).textContent = action;
    byId('task-hint', HTMLElement).textContent = hint;
    this.#drop.hidden = files.max === 0 && !fonts;
    const fields = fileFields(this.#task, this.#files.names);
    this.#files.show({
      ordered: fieldsOfFile !== undefined,
      fieldsOfFile: fieldsOfFile ?? (() => []),
      roleOf: (index) => this.#roleOf(fields[index]),
      fields: numbered(fields),
    });
    byId('files', HTMLElement).hidden = fields.every((field) => field === undefined);
    this.#showOptions();
  }

  /** The label of a file in that field; empty if it needs none. */
  #roleOf(field: string | undefined): string {
    if (field === undefined) return 'not used';
    return roles[field] ?? this.#current.others?.role ?? '';
  }

  /** @param keepFocus the changed option, which is redrawn and keeps the focus */
  #showOptions(keepFocus?: string): void {
    const fields = this.#fields();
    const { choice, important } = this.#current;
    const shown = choice
      ? fields.filter(({ name }) => choice.suits(name, this.#choice(fields, choice.field)))
      : fields;
    this.#options.show(shown, important);
    if (keepFocus) document.getElementById(`option-${keepFocus}`)?.focus();
    this.#showCommand();
  }

  /** The fields of the task's form. */
  #fields(): Field[] {
    const path = routes[this.endpoint].split(' ')[1] ?? '';
    const fields =
      this.#current.form?.fields(this.#document, this.#requestFiles()) ?? fieldsOf(this.#document, path);
    return fields.filter(({ name }) => suitsTask(name, this.#current));
  }

  /** The chosen value of a field, else the first. */
  #choice(fields: readonly Field[], field: string): string {
    return this.#options.typed(field) ?? fields.find(({ name }) => name === field)?.choices[0] ?? '';
  }

  /** Reads the report about the chosen document; undefined if there is none. */
  #reportReader(inspect: Inspect): (() => ReturnType<Inspect>) | undefined {
    const file = fileIn(this.#requestFiles(), 'file');
    if (!file || !this.#current.readsReport) return undefined;
    return () => {
      const { password } = this.#options.values();
      return inspect({ file: valueOf(file), ...(password === undefined ? {} : { password }) });
    };
  }

  #requestFiles(): RequestFiles {
    const { files, names } = this.#files;
    const fields = fileFields(this.#task, names);
    return files.flatMap((file, index) => {
      const field = fields[index];
      return field === undefined ? [] : [[field, file] as const];
    });
  }

  /** The text fields of the request. */
  #textFields(): Record<string, string> {
    const values = this.#options.values();
    return this.#current.form?.request(values, this.#fields(), this.#requestFiles()) ?? values;
  }

  #showCommand(): void {
    const files = this.#requestFiles();
    this.#previews.show(this.#task, files, this.#options.values());
    this.#command.textContent = curlCommand({
      baseUrl: this.#baseUrl,
      endpoint: this.endpoint,
      files: files.map(([field, { file }]) => commandFile(field, file)),
      fields: this.#textFields(),
    });
  }

  /** The reason why the request cannot be sent; undefined if it can. */
  get #lacks(): string | undefined {
    const { files, takes } = this.#current;
    const documents = this.#requestFiles().flatMap(([field, { file }]) => (field === 'fonts' ? [] : [file]));
    const count = documents.length;
    if (count < files.min)
      return `Add ${files.min === 1 ? 'a file' : countText(files.min - count, 'more file', 'more files')} first.`;
    if (files.max > 0 && count > files.max)
      return `This conversion accepts ${countText(files.max, 'file')}. Remove the others.`;
    // The name of a file at a URL may say nothing about its type.
    const foreign = documents.find((file) => file instanceof File && !takes(file.name))?.name;
    return files.max > 0 && foreign !== undefined
      ? `${foreign} does not seem to have the right type. ${this.#current.hint}`
      : undefined;
  }
}
