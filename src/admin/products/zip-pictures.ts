import { BlobReader, BlobWriter, configure, ZipReader, type FileEntry } from '@zip.js/zip.js';

// The browser unpacks by itself; workers would need a content security policy of their own.
configure({ useWebWorkers: false });

const nameOf = (path: string): string =>
  path
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/')
    .split('/')
    .at(-1)
    ?.toLowerCase() ?? '';

/** The pictures of a ZIP file by their names; only those that are asked for are unpacked. Rejects if it is no ZIP file. */
export async function openZip(file: File) {
  const zip = new ZipReader(new BlobReader(file));
  const entries = await zip.getEntries();
  const files = entries.filter((it): it is FileEntry => !it.directory);
  const byName = new Map(files.map((it) => [nameOf(it.filename), it]));
  return {
    /** The file that an address or a name ends with; null if it is not there. */
    async find(url: string): Promise<File | null> {
      const entry = byName.get(nameOf(url));
      if (!entry) return null;
      const picture = await entry.getData(new BlobWriter());
      return new File([picture], nameOf(url));
    },
  };
}
