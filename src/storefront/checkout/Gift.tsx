import { useStore } from '@nanostores/react';
import { addressMessages } from '#shared/address-messages.ts';
import { limits } from '#shared/domain/limits.ts';
import { $wanted, want } from '../../stores/cart-price.ts';
import { Check, TextArea } from '../../ui/Field.tsx';
import style from './DeliverTo.module.css';
import { giftLength } from './delivery.ts';

const most = limits.giftMessage;

/** Whether the order is a gift, and what it says. */
export function Gift() {
  const { gift } = useStore($wanted);
  const length = giftLength(gift ?? '');
  return (
    <div className={style.gift}>
      <Check
        label="This is a gift"
        checked={gift !== null}
        onChange={({ target }) => want({ gift: target.checked ? '' : null })}
      />
      {gift !== null && (
        <TextArea
          label="Gift message (optional)"
          rows={3}
          value={gift}
          hint={`${addressMessages.giftHint} ${length} of ${most} characters.`}
          error={length > most ? addressMessages.giftTooLong(length - most, most) : undefined}
          onChange={({ target }) => want({ gift: target.value })}
        />
      )}
    </div>
  );
}
