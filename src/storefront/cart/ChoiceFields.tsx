import { useState } from 'react';
import type { CartItem } from '#shared/schemas/cart.ts';
import { changeChoice } from '../../stores/cart-changes.ts';
import { Select } from '../../ui/Field.tsx';
import { choices, optionOf, optionsOf } from './choice.ts';
import './choice-fields.css';

interface ChoiceFieldsProps {
  item: CartItem;
  /** Whether a missing choice is shown as an error. */
  asked?: boolean;
}

/** Size and colour of a line, changed in place; renders nothing without options. */
export function ChoiceFields({ item, asked = false }: ChoiceFieldsProps) {
  const [problem, setProblem] = useState('');
  const shown = choices.filter((choice) => optionsOf(item, choice).length > 0);
  if (shown.length === 0) return null;
  return (
    <div className="choice" role="group" aria-label={`Choice of ${item.product.title}`}>
      {shown.map((choice) => (
        <Select
          key={choice.name}
          label={choice.label}
          value={item[choice.name] ?? ''}
          error={asked && !item[choice.name] ? `${choice.question}.` : undefined}
          data-open-choice={item[choice.name] ? undefined : ''}
          onChange={async ({ target }) => {
            setProblem(await changeChoice(item._id, { [choice.name]: target.value }));
          }}
        >
          {!item[choice.name] && <option value="">{choice.question}</option>}
          {optionsOf(item, choice).map((value) => {
            const { text, soldOut } = optionOf(item, choice, value);
            return (
              <option key={value} value={value} disabled={soldOut && value !== item[choice.name]}>
                {text}
              </option>
            );
          })}
        </Select>
      ))}
      {problem && (
        <p className="field__error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
