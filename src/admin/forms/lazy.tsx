import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { noAnswer } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { Loading } from '../listing/Loading.tsx';

let count = 0;

/** A component whose script is loaded when it is first shown. Those of one screen only stand beside it: all screens load this file. */
export function lazy<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
) {
  count += 1;
  const path = `script ${count}`;
  const fetch = () =>
    load().then(
      (Part) => ({ ok: true as const, Part }),
      () => noAnswer,
    );
  const $part = query({ path, fetch });
  return function Lazy(props: Props) {
    return (
      <Loading loaded={useStore($part)} path={path} what={what}>
        {({ Part }) => <Part {...props} />}
      </Loading>
    );
  };
}

export const AdForm = lazy('form', async () => (await import('../ads/AdForm.tsx')).AdForm);
export const AnswerForm = lazy(
  'form',
  async () => (await import('../messages/AnswerForm.tsx')).AnswerForm,
);
export const AnswerReturnForm = lazy(
  'form',
  async () => (await import('../returns/AnswerReturnForm.tsx')).AnswerReturnForm,
);
export const ReceiveForm = lazy(
  'form',
  async () => (await import('../returns/ReceiveForm.tsx')).ReceiveForm,
);
export const RefundForm = lazy(
  'form',
  async () => (await import('../orders/RefundForm.tsx')).RefundForm,
);
export const BulkForm = lazy(
  'form',
  async () => (await import('../products/BulkForm.tsx')).BulkForm,
);
export const PriceForm = lazy(
  'form',
  async () => (await import('../products/PriceForm.tsx')).PriceForm,
);
export const CategoryForm = lazy(
  'form',
  async () => (await import('../categories/CategoryForm.tsx')).CategoryForm,
);
export const ConflictForm = lazy(
  'form',
  async () => (await import('../products/ConflictForm.tsx')).ConflictForm,
);
export const EditBannerForm = lazy(
  'form',
  async () => (await import('../banners/EditBannerForm.tsx')).EditBannerForm,
);
export const EditProductForm = lazy(
  'form',
  async () => (await import('../products/EditProductForm.tsx')).EditProductForm,
);
export const FaqForm = lazy('form', async () => (await import('../faqs/FaqForm.tsx')).FaqForm);
export const SynonymForm = lazy(
  'form',
  async () => (await import('../synonyms/SynonymForm.tsx')).SynonymForm,
);
export const VoucherForm = lazy(
  'form',
  async () => (await import('../vouchers/VoucherForm.tsx')).VoucherForm,
);
export const StockForm = lazy(
  'form',
  async () => (await import('../stock/StockForm.tsx')).StockForm,
);
export const Ledger = lazy(
  'stock history',
  async () => (await import('../stock/Ledger.tsx')).Ledger,
);
export const NoteForm = lazy(
  'form',
  async () => (await import('../customers/NoteForm.tsx')).NoteForm,
);
export const SizeGuideForm = lazy(
  'form',
  async () => (await import('../categories/SizeGuideForm.tsx')).SizeGuideForm,
);
export const ViewForm = lazy('form', async () => (await import('../views/ViewForm.tsx')).ViewForm);
export const SortablePictures = lazy(
  'preview',
  async () => (await import('./SortablePictures.tsx')).SortablePictures,
);
