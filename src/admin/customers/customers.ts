import { messages } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import * as api from '../../api/admin-users.ts';
import { toastError, toastSuccess } from '../../stores/toasts.ts';
import { remoteList } from '../listing/remote-list.ts';

export const customers = remoteList<User>(async () => {
  const reply = await api.fetchProfiles();
  return reply.ok ? reply.users : null;
});

export async function removeCustomer(id: string): Promise<boolean> {
  const reply = await api.deleteProfile(id);
  if (reply.ok) {
    toastSuccess(messages.users.removed);
    customers.remove(id);
  } else toastError(messages.users.removeFailed);
  return reply.ok;
}
