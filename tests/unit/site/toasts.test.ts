import { beforeEach, expect, test } from 'vitest';
import { $toasts, toastError, toastSuccess } from '../../../src/stores/toasts.ts';

beforeEach(() => $toasts.set([]));

const shown = () => $toasts.get().map((it) => it.message);

test('a success takes the errors of the same action away, and no others', () => {
  toastError('The picture did not arrive.', undefined, 'pictures');
  toastError('The title is missing.', undefined, 'product');
  toastSuccess('Product Updated Successfully.', undefined, 'product');
  expect(shown()).toEqual(['The picture did not arrive.', 'Product Updated Successfully.']);
});

test('where what failed is not told apart, any success takes it away', () => {
  toastError('An Error Occurred!!. Try Again');
  toastSuccess('Details updated successfully.', undefined, 'profile');
  expect(shown()).toEqual(['Details updated successfully.']);
  toastError('An Error Occurred!!. Try Again', undefined, 'profile');
  toastSuccess('Done.');
  expect(shown()).toEqual(['Details updated successfully.', 'Done.']);
});
