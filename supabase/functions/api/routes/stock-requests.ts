import { connectAsService } from '../../_shared/queries/database.ts';
import { stockRequestMessages } from '../../_shared/stock-messages.ts';
import { messageReply } from '../../_shared/schemas/common.ts';
import { stockRequestInput } from '../../_shared/schemas/stock.ts';
import { call, type Call } from '../call.ts';
import { addStockRequest } from '../queries/stock-requests.ts';

export const stockRequests: Call[] = [
  call(
    {
      method: 'POST',
      path: '/products/:id/stock-requests',
      summary:
        'Request one email when a sold-out size and color is back in stock; the reply does not reveal whether the address was already on the list',
      access: 'anyone',
      body: stockRequestInput,
      limit: 'contact',
      reply: messageReply,
      status: 201,
      errors: ['unknown_product', 'in_stock'],
    },
    async ({ settings, body, id }) => {
      await addStockRequest(connectAsService(settings), id(), body);
      return { message: stockRequestMessages.added };
    },
  ),
];
