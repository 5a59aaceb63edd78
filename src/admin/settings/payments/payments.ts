import { paymentMethodMessages as texts } from '#shared/payment-method-messages.ts';
import type { PaymentMethod } from '#shared/schemas/payment-methods.ts';
import * as api from '../../../api/admin-payments.ts';
import type { Reply } from '../../../api/client.ts';
import { query, write } from '../../../api/query.ts';
import { change } from '../../changes.ts';
import type { Placement } from '../../listing/placement.ts';

const own = api.paymentMethods();
export const $methods = query(own);

type Edit = (methods: readonly PaymentMethod[]) => readonly PaymentMethod[];
type Saved = Reply<object>;
/** Changes are saved one after the other, since each sends the whole list. */
let changes: Promise<unknown> = Promise.resolve();

async function saveNow(edit: Edit): Promise<Saved> {
  const before = $methods.get().body?.methods ?? [];
  const methods = [...edit(before)];
  // Shown at once.
  write(own, { methods });
  const chosen = methods.map(({ name, isOn, countries, days }) => ({
    ...{ name, isOn, countries, days },
  }));
  const reply = await change(api.savePaymentMethods({ methods: chosen }), ['/settings'], {
    done: texts.saved,
    failed: ({ status, message }) => (status === 409 ? message : texts.failed),
    about: own.path,
  });
  write(own, { methods: reply.ok ? reply.methods : before });
  return reply;
}

function save(edit: Edit): Promise<Saved> {
  const saving = changes.then(() => saveNow(edit));
  changes = saving;
  return saving;
}

export const saveMethod = (name: string, values: Partial<PaymentMethod>): Promise<Saved> =>
  save((methods) => methods.map((it) => (it.name === name ? { ...it, ...values } : it)));

/** A provider with its place at the checkout. */
export interface MethodRow extends PaymentMethod {
  readonly _id: string;
  readonly place: number;
}

export const rowsOf = (methods: readonly PaymentMethod[]): MethodRow[] =>
  methods.map((it, i) => ({ ...it, _id: it.name, place: i + 1 }));

let last: { readonly id: string; readonly by: number } | null = null;

export const methodPlacement: Placement<MethodRow> = {
  async move({ name }, by) {
    last = { id: name, by };
    await save((methods) => {
      const from = methods.findIndex((it) => it.name === name);
      const moved = methods.filter((it) => it.name === name);
      const others = methods.filter((it) => it.name !== name);
      return others.toSpliced(Math.max(from + by, 0), 0, ...moved);
    });
  },
  lastMove: (id) => (last?.id === id ? last.by : null),
};
