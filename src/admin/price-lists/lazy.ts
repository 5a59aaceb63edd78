import { lazy } from '../forms/lazy.tsx';

export const PriceListForm = lazy(
  'form',
  async () => (await import('./PriceListForm.tsx')).PriceListForm,
);
export const ListPricesForm = lazy(
  'form',
  async () => (await import('./ListPricesForm.tsx')).ListPricesForm,
);
export const AddListProduct = lazy(
  'form',
  async () => (await import('./AddListProduct.tsx')).AddListProduct,
);
export const QuantitiesForm = lazy(
  'form',
  async () => (await import('./QuantitiesForm.tsx')).QuantitiesForm,
);
export const PriceFiles = lazy('form', async () => (await import('./PriceFiles.tsx')).PriceFiles);
