import { call } from './client.ts';
import { sentence } from './shape.ts';

export const submitContact = (body: {
  firstname: string;
  lastname: string;
  email: string;
  message: string;
}) => call<{ message: string }>('/contact/submit', sentence, { method: 'POST', body });
