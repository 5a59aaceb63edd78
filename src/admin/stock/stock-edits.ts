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
  /** The variant when its edit started. */
  readonly base: OfficeVariant;
  readonly texts: Readonly<Partial<Record<EditField, string>>>;
}

/** Unsaved input by variant id. */
export type Edits = Readonly<Record<string, VariantEdit>>;

export interface CellText {
  readonly variant: OfficeVariant;
  readonly field: EditField;
  readonly text: string;
}

/** The text of a cell: unsaved input, else the saved value. */
export function textOf(edits: Edits, variant: OfficeVariant, field: VariantField): string {
  const texts: Readonly<Partial<Record<VariantField, string>>> = edits[variant._id]?.texts ?? {};
  const onHand = Number(texts.onHand ?? Number.NaN);
  if (field === 'free' && Number.isInteger(onHand))
    return String(freePieces({ ...variant, onHand }));
  return texts[field] ?? savedText(variant, field);
}

/** Whether a variant's stock will be tracked after saving. */
export const willBeCounted = (edits: Edits, variant: OfficeVariant): boolean =>
  textOf(edits, variant, 'policy') !== 'untracked';

/** Writes cells. Entering a number starts tracking the variant's stock. */
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

/** A text equal to the saved one is not an edit. */
function put(edits: Edits, base: OfficeVariant, field: EditField, text: string): Edits {
  const { [base._id]: edit, ...rest } = edits;
  const { [field]: _, ...others } = edit?.texts ?? {};
  const texts = text === savedText(base, field) ? others : { ...others, [field]: text };
  return Object.keys(texts).length === 0 ? rest : { ...rest, [base._id]: { base, texts } };
}

/** The number of unsaved cells. */
export const countOf = (edits: Edits): number =>
  Object.values(edits).reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);

export const changesStock = (edits: Edits): boolean =>
  Object.values(edits).some(({ texts }) => texts.onHand !== undefined);

/** The edits in the format of the API. Stock is sent as a difference, so that concurrent sales are not lost. */
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

/** Maps the issues of a call, such as `variants.3.sku`, to cells. */
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

/** Pasted invalid policies, which the API format cannot represent. */
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

/** A field that both administrators changed. */
export interface CellConflict {
  readonly variant: OfficeVariant;
  readonly field: EditField;
  /** As saved by the other administrator. */
  readonly theirs: string;
}

/** Rebases edits onto the current variants; stock differences stay the same. Returns the conflicts. */
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

/** The edits that remain after `sent` was saved: those typed meanwhile. */
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
