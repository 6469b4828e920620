/** Accepts files that are dropped on the page, and highlights `zone` while files are dragged over the page. */
export function acceptDrops(zone: HTMLElement, take: (files: File[]) => void): void {
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  // By default, the browser opens a file that is dropped beside the zone.
  addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    zone.classList.add('over');
  });
  addEventListener('dragleave', (event) => {
    // The pointer has left the window.
    if (event.relatedTarget === null) zone.classList.remove('over');
  });
  addEventListener('drop', (event) => {
    zone.classList.remove('over');
    if (!carriesFiles(event)) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
}
