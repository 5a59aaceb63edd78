import type { Category } from '#shared/schemas/categories.ts';
import { call } from './client.ts';

export const fetchCategories = () => call<{ categories: Category[] }>('/categories/all');
