import type { Db } from './database.ts';
import type { ClaimedMail } from './mail-rows.ts';

/** Mails that are due. Nobody else gets them for two minutes, in which they are to be sent. */
export function claimMails(service: Db, limit: number): Promise<ClaimedMail[]> {
  return service.list('claim_mails', { p_limit: limit });
}

/** Notes that a mail was sent, or why not; after a final reason it is not tried again. */
export async function finishMail(
  service: Db,
  id: string,
  failure: { reason: string; isFinal: boolean } | null,
): Promise<void> {
  await service.call('finish_mail', {
    p_id: id,
    p_error: failure?.reason,
    p_is_final: failure?.isFinal,
  });
}

/** Queues the mails about what is in stock again. */
export async function queueBackInStock(service: Db): Promise<void> {
  await service.call('queue_back_in_stock');
}

/** Deletes old mails that are not about an order. */
export async function purgeMails(service: Db): Promise<void> {
  await service.call('purge_mails');
}
