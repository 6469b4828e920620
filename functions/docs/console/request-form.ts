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
import type { SubjectOf } from './field-errors.ts';
import { FormEditor } from './form-editor.ts';
import { lackOf } from './missing-files.ts';
import { OptionsForm } from './options-form.ts';
import { textFileName } from './result-names.ts';
import { fileIn, type RequestFiles } from './task-form.ts';
import type { LocalDocument } from './text-beside-pages.ts';
import { TaskPreviews } from './task-previews.ts';
import { acceptUrls } from './url-entry.ts';
import { subjectsOf } from './subjects.ts';
import { acceptsAll, endpointOf, fileFields, guessTask, numbered, roleOf } from './task-files.ts';
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

const radioOf = (task: TaskName): HTMLInputElement => byId(`task-${task}`, HTMLInputElement);

/** The form of a request: the task, its files and options, and the equivalent command. */
export class RequestForm {
  readonly #baseUrl: string;
  readonly #document: ApiDocument;
  readonly #announce: Options['announce'];
  readonly #drop = byId('drop', HTMLElement);
  readonly #picker = byId('file-picker', HTMLInputElement);
  readonly #filesError = byId('files-error', HTMLElement);
  readonly #command = byId('command', HTMLElement);
  readonly #files: FileList;
  readonly #options: OptionsForm;
  readonly #previews = new TaskPreviews(byId('options', HTMLElement));
  readonly #reports = new WeakMap<FileChoice, Inspection>();
  #task: TaskName = 'merge';
  /** Whether the user chose the task, rather than the form guessing it. */
  #chosen = false;

  constructor({ baseUrl, apiDocument, announce, inspect }: Options) {
    this.#baseUrl = baseUrl;
    this.#document = apiDocument;
    this.#announce = announce;
    this.#files = new FileList({
      list: byId('files', HTMLElement),
      announce,
      onChange: () => {
        this.#clearFilesError();
        this.#showTask();
      },
      onField: () => this.#showCommand(),
      picker: this.#picker,
    });
    this.#options = new OptionsForm({
      container: byId('options', HTMLElement),
      controls: {
        bookmarks: () => new BookmarkEditor(this.#reportReader(inspect)),
        form: () =>
          this.#current.readsReport
            ? new FormEditor(this.#reportReader(inspect), this.#knownReport)
            : undefined,
      },
      onChange: (name) =>
        name === this.#current.choice?.field ? this.#showOptions(name) : this.#showCommand(),
    });
    for (const name of taskNames) radioOf(name).addEventListener('change', () => this.#takeTask());
    this.#picker.addEventListener('change', () => {
      this.#take([...(this.#picker.files ?? [])]);
      // So that choosing the same file again is also a change.
      this.#picker.value = '';
    });
    acceptDrops(this.#drop, (files) => this.#take(files));
    acceptUrls((file) => this.add(file));
    this.#showTask();
    this.#takeTask();
    // When users return to the page, browsers restore the chosen task.
    addEventListener('pageshow', () => this.#takeTask());
  }

  /** Takes over the task that is checked. */
  #takeTask(): void {
    const checked = taskNames.find((name) => radioOf(name).checked);
    if (checked === undefined || checked === this.#task) return;
    this.#task = checked;
    this.#chosen = true;
    this.clearErrors();
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
    return file instanceof File ? { file, password: this.password } : undefined;
  }

  /** The password of the document; empty for none. */
  get password(): string {
    return this.#options.values()['password'] ?? '';
  }

  /** The name of the file with the text of a PDF. */
  get textFileName(): string {
    return textFileName(this.#textFields(), this.#files.names[0] ?? 'document');
  }

  /** Names the fields of the request as it is now: files by their names, options by their labels. */
  get subjectOf(): SubjectOf {
    const { names } = this.#files;
    const options = this.#fields().map(({ name }) => name);
    return subjectsOf(numbered(fileFields(this.#task, names)), names, options);
  }

  /** Whether the request is complete. If not, shows what is missing. */
  complete(): boolean {
    const lacks = lackOf(this.#current, this.#requestFiles());
    if (lacks === undefined) {
      const { faults } = this.#options;
      this.showErrors(faults);
      return faults.length === 0;
    }
    this.#filesError.textContent = lacks;
    this.#picker.setAttribute('aria-invalid', 'true');
    this.#picker.focus();
    return false;
  }

  /** Shows errors at their fields, focuses the first, and returns those without a field here. */
  showErrors(errors: readonly FieldError[]): FieldError[] {
    const files = this.#files.showErrors(errors);
    const options = this.#options.showErrors(this.#current.form?.errors?.(files.rest) ?? files.rest);
    (files.first ?? options.first)?.focus();
    return options.rest;
  }

  clearErrors(): void {
    this.#options.clearErrors();
    this.#files.clearErrors();
    this.#clearFilesError();
  }

  #clearFilesError(): void {
    this.#filesError.textContent = '';
    this.#picker.removeAttribute('aria-invalid');
  }

  /** Adds a file that the service finds itself. */
  add(file: RemoteFile): void {
    this.#take([file]);
  }

  /** Takes a result as the only input of another conversion. */
  startWith(file: RemoteFile): void {
    this.#files.clear();
    this.#take([file]);
  }

  #take(files: FileChoice[]): void {
    if (files.length === 0) return;
    const names = [...this.#files.names, ...files.map(({ name }) => name)];
    const guess = guessTask(names);
    // A task that the user chose stays while it accepts all files.
    const stays = guess === this.#task || (this.#chosen && acceptsAll(this.#task, names));
    const other = stays ? undefined : guess;
    if (other) {
      this.#task = other;
      radioOf(other).checked = true;
    }
    this.#files.add(files);
    if (other && this.#chosen) this.#announce(`The conversion is now: ${this.#current.action}`);
  }

  get #current(): Task {
    return tasks[this.#task];
  }

  #showTask(): void {
    const { action, hint, files, fonts, fieldsOfFile } = this.#current;
    byId('start', HTMLButtonElement).textContent = action;
    byId('task-hint', HTMLElement).textContent = hint;
    const onlyFonts = files.max === 0;
    this.#drop.hidden = onlyFonts && !fonts;
    byId('drop-words', HTMLElement).textContent = onlyFonts ? 'Drop fonts here, or' : 'Drop files here, or';
    // Its field would look like that of the page.
    byId('url-entry', HTMLElement).hidden = onlyFonts;
    const fields = fileFields(this.#task, this.#files.names);
    this.#files.show({
      ordered: fieldsOfFile !== undefined,
      fieldsOfFile: fieldsOfFile ?? (() => []),
      roleOf: (index) => roleOf(this.#current, fields[index]),
      fields: numbered(fields),
    });
    byId('files', HTMLElement).hidden = fields.length === 0;
    this.#showOptions();
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

  /** The chosen value of a field, else the first. The choice of another task may not be one of this. */
  #choice(fields: readonly Field[], field: string): string {
    const { choices = [] } = fields.find(({ name }) => name === field) ?? {};
    return choices.find((choice) => choice === this.#options.typed(field)) ?? choices[0] ?? '';
  }

  /** Reads the report about the chosen document; undefined if there is none. */
  #reportReader(inspect: Inspect): (() => ReturnType<Inspect>) | undefined {
    const file = fileIn(this.#requestFiles(), 'file');
    if (!file || !this.#current.readsReport) return undefined;
    return async () => {
      const { password } = this.#options.values();
      const report = await inspect({ file: valueOf(file), ...(password === undefined ? {} : { password }) });
      if (report) this.#reports.set(file, report);
      return report;
    };
  }

  /** The report about the chosen document, if it has been read. */
  get #knownReport(): Inspection | undefined {
    const file = fileIn(this.#requestFiles(), 'file');
    return file && this.#reports.get(file);
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
}
