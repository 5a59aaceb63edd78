import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';

function textsOf(node: object): string[] {
  return Object.values(node).flatMap((it: unknown) => {
    if (typeof it === 'string') return [it];
    if (typeof it === 'function') return [String(it('x'))];
    return typeof it === 'object' && it !== null ? textsOf(it) : [];
  });
}

/** The contract's texts, copied from it to the letter. */
const contract = [
  'Product Added To Cart.',
  'An Error Occurred. Please try again!',
  'An Error Occurred',
  'Admin Login successful.',
  'Admin details does not exist. Confirm and try again!',
  'User Login successful.',
  'User details does not exist. Confirm and try again!',
  'Registration successful.',
  'Registration Error. Please try again!',
  'Password does not match.',
  'Logout successful.',
  'Logout Error. Please try again.',
  'Details updated successfully.',
  'An Error Occurred!!. Try Again',
  'Password updated successfully.',
  'Error: x',
  'No response received from the server',
  'Request Error: x',
  'Review Added Successfully.',
  'An Error Occured. try again!',
  'Image Added Successfully.',
  'Category Added Successfully.',
  'Category Updated Successfully.',
  'Product Updated Successfully.',
  'Category not added. try again!',
  'Product Deleted Successfully.',
  'Product created successfully',
  'Product Created Successfully.',
  'Order Deleted Successfully.',
  'User Deleted Successfully.',
  'Password Updated Successfully.',
  'Details Updated Successfully.',
  'Banner Updated Successfully.',
  'Banner Created Successfully.',
  'No Products Available!!!',
  'No Category Available!!!',
  'No Products Available For This Category!!!',
  'No reviews available for this product.',
  'No results found',
  'No item in the cart',
  'No Order Available',
  'No Categories Available!!!',
  'No Product Available!!!',
  'No Orders Available!!!',
  'No User Available!!!',
  'This user does not have any Order!!!',
  'No Banner Available!!!',
  '[Category Deleted]',
  '[Product Deleted]',
];

test('every text of the contract is there, to the letter', () => {
  const texts = textsOf(messages);
  for (const text of contract) expect(texts).toContain(text);
});
