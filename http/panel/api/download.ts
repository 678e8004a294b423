/** Saves a text or a file. */
export function download(name: string, mediaType: string, content: BlobPart) {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser has begun to read the file once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
