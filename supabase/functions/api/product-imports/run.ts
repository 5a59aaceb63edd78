import { inBackground } from '../../_shared/background.ts';
import { connectAs, connectAsService, type Db } from '../../_shared/queries/database.ts';
import type { ClaimedPictureRow } from '../../_shared/queries/import-rows.ts';
import type { Settings } from '../../_shared/settings.ts';
import { ApiError } from '../errors.ts';
import { readPicture, type Picture } from '../pictures.ts';
import { renamePictures } from '../queries/image-colors.ts';
import { bucketAs, withImages, type Bucket } from '../queries/images.ts';
import { fetchPicture, PictureProblem } from './fetch-picture.ts';

/** Pictures that are fetched at the same time, and how often each is tried. */
const [atOnce, mostTries] = [6, 2];

/** Stores a picture and shows it with its product. */
export async function showPicture(
  db: Db,
  bucket: Bucket,
  { product_id: p_product, url: p_url, color }: Omit<ClaimedPictureRow, 'tries'>,
  picture: Picture,
): Promise<void> {
  const named = { ...picture, ...(color && { color }) };
  await withImages(bucket, 'products', [named], async ([path]) => {
    const args = { p_product, p_url, p_path: path };
    if (!(await db.call('office.finish_import_picture', args)))
      throw new PictureProblem('Not shown');
  }).catch((error: unknown) => {
    // The database has noted why; its file is removed.
    if (!(error instanceof PictureProblem)) throw error;
  });
}

async function take(
  settings: Settings,
  db: Db,
  bucket: Bucket,
  claimed: ClaimedPictureRow,
): Promise<void> {
  const { product_id: p_product, url: p_url, tries } = claimed;
  try {
    const file = await fetchPicture(p_url, settings.importAddresses);
    await showPicture(db, bucket, claimed, await readPicture([file]));
  } catch (error) {
    const isFinal = error instanceof PictureProblem ? error.isFinal : error instanceof ApiError;
    const reason = error instanceof Error ? error.message : 'Could not be stored';
    const p_problem = isFinal || tries >= mostTries ? reason.slice(0, 300) : '';
    await db.call('office.finish_import_picture', { p_product, p_url, p_problem });
  }
}

/** What an import runs with: the rights of the administrator who started it. */
export function importAccess(settings: Settings, startedBy: string) {
  return {
    db: connectAs(settings, { sub: startedBy, role: 'authenticated' }),
    bucket: bucketAs(settings, settings.serviceRoleKey),
  };
}

/** Writes or takes back products until all are, or for so many milliseconds. Resolves with whether all are. */
export async function continueRows(
  { db, bucket }: { db: Db; bucket: Bucket },
  id: string,
  milliseconds = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const start = Date.now();
  for (;;) {
    const step = await db.call('office.continue_product_import', { p_id: id });
    if (!step) return true;
    await renamePictures(db, bucket, step.recolored);
    if (step.state !== 'writing' && step.state !== 'undoing') return true;
    if (Date.now() - start > milliseconds) return false;
  }
}

async function run(settings: Settings, id: string, startedBy: string): Promise<void> {
  const access = importAccess(settings, startedBy);
  await continueRows(access, id);
  const { db, bucket } = access;
  for (;;) {
    const claimed = await db.list('office.claim_import_pictures', { p_id: id, p_limit: atOnce });
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((it) => take(settings, db, bucket, it)));
  }
}

const running = new Set<string>();

/** Goes on with an import after the response. What ends with this process, the scheduled task continues. */
export function continueSoon(settings: Settings, id: string, startedBy: string): void {
  if (running.has(id)) return;
  running.add(id);
  inBackground(
    run(settings, id, startedBy)
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        settings.log(JSON.stringify({ level: 'warn', event: 'import_interrupted', id, reason }));
      })
      .finally(() => running.delete(id)),
  );
}

/** Goes on with all imports that are not finished. For the scheduled task. */
export async function continueImports(settings: Settings): Promise<number> {
  const unfinished = await connectAsService(settings).list('unfinished_product_imports');
  for (const { id, started_by } of unfinished) continueSoon(settings, id, started_by);
  return unfinished.length;
}
