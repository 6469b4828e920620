/** Takes files that are dropped on the page, and marks `zone` while some are held over it. */
export function acceptDrops(zone: HTMLElement, take: (files: File[]) => void): void {
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  // Dropped beside the zone the browser would leave the page and show the file.
  addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    zone.classList.add('over');
  });
  addEventListener('dragleave', (event) => {
    // To nowhere: out of the window.
    if (event.relatedTarget === null) zone.classList.remove('over');
  });
  addEventListener('drop', (event) => {
    zone.classList.remove('over');
    if (!carriesFiles(event)) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
}
