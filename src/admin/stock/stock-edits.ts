import { stockPolicyLabels } from '#shared/domain/stock-policy.ts';
import type { OfficeVariant, VariantsInput } from '#shared/schemas/stock.ts';
import {
  editFields,
  fieldLabels,
  freePieces,
  isPolicy,
  meantText,
  savedText,
  variantName,
  type EditField,
  type VariantField,
} from './variant-fields.ts';

export interface VariantEdit {
  /** The variant as it was when its edit began. */
  readonly base: OfficeVariant;
  readonly texts: Readonly<Partial<Record<EditField, string>>>;
}

/** What is typed and not saved, by the id of the variant. */
export type Edits = Readonly<Record<string, VariantEdit>>;

export interface CellText {
  readonly variant: OfficeVariant;
  readonly field: EditField;
  readonly text: string;
}

/** What a cell holds: the text that is not saved yet, else what is saved. */
export function textOf(edits: Edits, variant: OfficeVariant, field: VariantField): string {
  const texts: Readonly<Partial<Record<VariantField, string>>> = edits[variant._id]?.texts ?? {};
  const onHand = Number(texts.onHand ?? Number.NaN);
  if (field === 'free' && Number.isInteger(onHand))
    return String(freePieces({ ...variant, onHand }));
  return texts[field] ?? savedText(variant, field);
}

/** Whether a variant will be counted once the edits are saved. */
export const willBeCounted = (edits: Edits, variant: OfficeVariant): boolean =>
  textOf(edits, variant, 'policy') !== 'untracked';

/** Writes cells. A number in a variant that is not counted begins to count it. */
export function withTexts(edits: Edits, cells: readonly CellText[]): Edits {
  return cells.reduce((all, cell) => {
    const { variant, field } = cell;
    const next = withText(all, cell);
    const begins =
      field === 'onHand' &&
      next[variant._id]?.texts.onHand !== undefined &&
      !willBeCounted(next, variant);
    return begins ? withText(next, { variant, field: 'policy', text: 'deny' }) : next;
  }, edits);
}

function withText(edits: Edits, { variant, field, text }: CellText): Edits {
  const { base = variant, texts = {} } = edits[variant._id] ?? {};
  const saved = savedText(base, field);
  return put(edits, base, field, meantText(field, text, saved, texts[field] ?? saved));
}

/** A text that is the saved one is no edit. */
function put(edits: Edits, base: OfficeVariant, field: EditField, text: string): Edits {
  const { [base._id]: edit, ...rest } = edits;
  const { [field]: _, ...others } = edit?.texts ?? {};
  const texts = text === savedText(base, field) ? others : { ...others, [field]: text };
  return Object.keys(texts).length === 0 ? rest : { ...rest, [base._id]: { base, texts } };
}

/** How many cells are not saved. */
export const countOf = (edits: Edits): number =>
  Object.values(edits).reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);

export const changesStock = (edits: Edits): boolean =>
  Object.values(edits).some(({ texts }) => texts.onHand !== undefined);

/** The edits as their call takes them. Stock is sent as the difference to what was shown, so that a sale meanwhile is not lost. */
export function inputOf(edits: Edits): VariantsInput['variants'] {
  return Object.values(edits).map(({ base, texts }) => {
    const { onHand, policy, priceDelta, barcode, sku } = texts;
    const fields = {
      ...(sku !== undefined && { sku }),
      ...(barcode !== undefined && { barcode }),
      ...(priceDelta !== undefined && { priceDelta: Number(priceDelta) }),
      ...(policy !== undefined && isPolicy(policy) && { policy }),
    };
    return {
      _id: base._id,
      ...fields,
      ...(Object.keys(fields).length > 0 && { updatedAt: base.updatedAt }),
      ...(onHand !== undefined && { by: Number(onHand) - base.onHand }),
    };
  });
}

/** What is wrong with a cell. */
export interface CellError {
  readonly variant: OfficeVariant;
  readonly field: EditField;
  readonly message: string;
}

const fieldOf = (name: string): EditField | undefined =>
  name === 'by' ? 'onHand' : editFields.find((it) => it === name);

/** The issues of a call, as `variants.3.sku`, at their cells. */
export function errorsOf(
  edits: Edits,
  issues: readonly { readonly path: string; readonly message: string }[],
): CellError[] {
  const sent = Object.values(edits);
  return issues.flatMap(({ path, message }) => {
    const [, at, name = ''] = path.split('.');
    const edit = sent[Number(at)];
    const [first] = edit ? editFields.filter((it) => edit.texts[it] !== undefined) : [];
    const field = fieldOf(name) ?? first;
    return edit && field ? [{ variant: edit.base, field, message }] : [];
  });
}

/** Pasted policies that do not exist: the call has no place for them. */
export function policyErrors(edits: Edits): CellError[] {
  return Object.values(edits).flatMap(({ base, texts: { policy } }) =>
    policy === undefined || isPolicy(policy)
      ? []
      : [
          {
            variant: base,
            field: 'policy' as const,
            message: `One of: ${Object.values(stockPolicyLabels).join(', ')}`,
          },
        ],
  );
}

/** A field that both changed. */
export interface CellConflict {
  readonly variant: OfficeVariant;
  readonly field: EditField;
  /** As somebody else saved it. */
  readonly theirs: string;
}

/** The same edits of variants as they are now; differences of stock stay what they were. What both changed is named. */
export function rebased(
  edits: Edits,
  now: readonly OfficeVariant[],
): { readonly edits: Edits; readonly conflicts: readonly CellConflict[] } {
  const conflicts: CellConflict[] = [];
  let next: Edits = {};
  for (const variant of now) {
    const { base = variant, texts = {} } = edits[variant._id] ?? {};
    for (const field of editFields) {
      const text = texts[field];
      if (text === undefined) continue;
      const by = field === 'onHand' ? Number(text) - base.onHand : Number.NaN;
      next = put(next, variant, field, Number.isNaN(by) ? text : String(variant.onHand + by));
      const theirs = savedText(variant, field);
      if (Number.isNaN(by) && theirs !== savedText(base, field) && theirs !== text) {
        conflicts.push({ variant, field, theirs });
      }
    }
  }
  return { edits: next, conflicts };
}

/** What is left once `sent` was saved: what was typed meanwhile. */
export function withoutSent(edits: Edits, sent: Edits, now: readonly OfficeVariant[]): Edits {
  let next: Edits = {};
  for (const variant of now) {
    for (const field of editFields) {
      const text = edits[variant._id]?.texts[field];
      if (text === undefined || text === sent[variant._id]?.texts[field]) continue;
      next = put(next, variant, field, text);
    }
  }
  return next;
}

/** `SKU of M, Navy` */
export const cellName = ({ field, variant }: Pick<CellError, 'field' | 'variant'>): string =>
  `${fieldLabels[field]} of ${variantName(variant)}`;
