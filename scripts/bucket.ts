import { readPictureFile } from '../supabase/functions/_shared/domain/picture-file.ts';
import { cleanPicture } from '../supabase/functions/api/clean-picture/clean-picture.ts';
import type { ProjectAccess } from './project.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Stored {
  readonly bytes: Bytes;
  readonly headers: Headers;
}

/** The address of a picture for the service key, which no CDN caches. */
const addressOf = ({ url }: ProjectAccess, name: string): string =>
  `${url}/storage/v1/object/images/${name.split('/').map(encodeURIComponent).join('/')}`;

const asService = ({ serviceRoleKey }: ProjectAccess) => ({
  apikey: serviceRoleKey,
  authorization: `Bearer ${serviceRoleKey}`,
});

export async function downloadPicture(project: ProjectAccess, name: string): Promise<Stored> {
  const response = await fetch(addressOf(project, name), { headers: asService(project) });
  if (!response.ok) throw new Error(`Downloading ${name} failed with status ${response.status}.`);
  return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers };
}

/** Replaces the picture of this name, or adds it. */
export async function uploadPicture(
  project: ProjectAccess,
  name: string,
  bytes: Bytes,
  headers: { 'content-type': string; 'cache-control': string },
): Promise<void> {
  const response = await fetch(addressOf(project, name), {
    method: 'POST',
    headers: { ...asService(project), ...headers, 'x-upsert': 'true' },
    body: bytes,
  });
  if (!response.ok) {
    throw new Error(
      `Uploading ${name} failed with status ${response.status}: ${await response.text()}`,
    );
  }
  await response.body?.cancel();
}

/** The picture as an upload in the back office would store it, or why that would refuse it. */
export async function clean(
  name: string,
  bytes: Bytes,
): Promise<{ readonly bytes: Bytes } | { readonly problem: string }> {
  const read = await readPictureFile(new File([bytes], name));
  if ('problem' in read) return read;
  const cleaned = cleanPicture(read.kind, read.bytes);
  return cleaned ? { bytes: cleaned } : { problem: `${name} is incomplete` };
}

const formatCount = (n: number): string => n.toLocaleString('en');

/** Pictures between two lines of progress. */
const step = 500;

export async function eachPicture(
  names: readonly string[],
  log: (line: string) => void,
  work: (name: string) => Promise<void>,
): Promise<void> {
  for (const [index, name] of names.entries()) {
    await work(name);
    const done = index + 1;
    if (done % step === 0 || done === names.length) {
      log(`pictures: ${formatCount(done)} of ${formatCount(names.length)}`);
    }
  }
}
