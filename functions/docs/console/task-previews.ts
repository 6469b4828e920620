import { StampPreview } from './stamp-preview.ts';
import type { RequestFiles, Values } from './task-form.ts';
import type { TaskName } from './tasks.ts';

/** Shows the result of a task before the request is sent. */
export interface TaskPreview {
  readonly element: HTMLElement;
  /** Shows what the form describes, or nothing if the browser cannot. */
  show: (files: RequestFiles, values: Values) => void;
  hide: () => void;
}

const previews: Partial<Record<TaskName, () => TaskPreview>> = { stamp: () => new StampPreview() };

/** The previews of all tasks, of which at most one is visible. */
export class TaskPreviews {
  readonly #place: HTMLElement;
  readonly #made = new Map<TaskName, TaskPreview>();

  /** @param place the element before them */
  constructor(place: HTMLElement) {
    this.#place = place;
  }

  show(task: TaskName, files: RequestFiles, values: Values): void {
    for (const [name, preview] of this.#made) if (name !== task) preview.hide();
    this.#previewOf(task)?.show(files, values);
  }

  #previewOf(task: TaskName): TaskPreview | undefined {
    const known = this.#made.get(task);
    if (known) return known;
    const preview = previews[task]?.();
    if (!preview) return undefined;
    this.#made.set(task, preview);
    this.#place.after(preview.element);
    return preview;
  }
}
