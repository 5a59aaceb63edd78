import { stockMessages } from '#shared/stock-messages.ts';
import type { AdjustInput, OfficeVariant, VariantsInput } from '#shared/schemas/stock.ts';
import type { StockSettingsUpdate } from '#shared/schemas/stock-settings.ts';
import * as api from '../../api/admin-stock.ts';
import type { Failure, Issue } from '../../api/client.ts';
import { revalidate, write } from '../../api/query.ts';
import { toastSuccess } from '../../stores/toasts.ts';
import type { Outcome } from '../../ui/use-form.ts';
import { change } from '../changes.ts';
import { tableList } from '../listing/table-list.ts';

/** The paths that depend on stock: products with availability, and stock lists. */
const paths = ['/products', '/stock'];
const { failed, settingsSaved } = stockMessages;

/** Lowest available stock first. */
export const lowStock = tableList(api.lowStockPage, { sorts: [] });

interface Saved {
  readonly saved?: readonly OfficeVariant[];
  /** The variants as saved by another administrator meanwhile; nothing was saved then. */
  readonly theirs?: readonly OfficeVariant[];
  readonly issues: readonly Issue[];
  readonly message: string;
}

export async function saveVariants(product: string, body: VariantsInput): Promise<Saved> {
  const reply = await api.saveVariants(product, body);
  if (reply.ok) {
    const { variants, message } = reply;
    toastSuccess(message);
    write(api.variants(product), { variants });
    revalidate(...paths);
    return { saved: variants, issues: [], message };
  }
  const { issues, message } = reply;
  if (reply.code !== 'changed_meanwhile') return { issues, message };
  const now = await api.variants(product).fetch();
  if (!now.ok) return { issues, message };
  write(api.variants(product), { variants: now.variants });
  return { theirs: now.variants, issues, message };
}

/** The API's message, if any. */
const reasonOf = ({ status, message }: Failure) => (status === 0 ? failed : message);

/** Changes stock by differences, all or none. An issue of `changes.3.by` is one of the third change. */
export async function adjustStock(changes: AdjustInput['changes']): Promise<Outcome> {
  const reply = await api.adjustStock({ changes });
  if (!reply.ok && reply.issues.length > 0) return reply;
  return change(Promise.resolve(reply), paths, {
    ...(reply.ok && { done: reply.message }),
    failed: reasonOf,
  });
}

export const saveStockSettings = (changes: StockSettingsUpdate) =>
  change(api.saveStockSettings(changes), ['/stock', '/dashboard'], {
    done: settingsSaved,
    failed,
  });
