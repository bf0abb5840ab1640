"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { inputClass } from "./input";

export interface SelectOption {
  value: string;
  label: string;
  /** What the choice means; stands below its label while the list is open. */
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface Props {
  value: string;
  onChange: (value: string) => void;
  options: SelectOption[];
  placeholder?: string;
  /** Its name, where no `<label htmlFor>` points at `id`. */
  label?: string;
  id?: string;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string;
  className?: string;
}

/**
 * A choice whose options carry an icon or an explanation. For plain words take `NativeSelect`: it costs no script and is
 * the telephone's own. An option's value is never empty.
 */
export function Select({
  value,
  onChange,
  options,
  placeholder,
  label,
  id,
  disabled = false,
  invalid = false,
  describedBy,
  className,
}: Props) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root value={value} onValueChange={onChange} disabled={disabled}>
      <Radix.Trigger
        id={id}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        className={cn(
          inputClass(
            "flex items-center justify-between gap-2 text-left data-[placeholder]:text-ink-faint [&_svg]:size-4 [&_svg]:shrink-0",
          ),
          className,
        )}
      >
        <Radix.Value placeholder={placeholder}>
          {chosen && (
            <span className="flex min-w-0 items-center gap-2">
              {chosen.icon}
              <span className="truncate">{chosen.label}</span>
            </span>
          )}
        </Radix.Value>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="text-ink-faint" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[min(22rem,var(--radix-select-content-available-height))] w-max max-w-[min(26rem,calc(100vw-1rem))] min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border border-line bg-raised shadow-pop"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex min-h-8 cursor-default items-center gap-2 rounded-md py-1 pr-8 pl-2 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0"
              >
                {option.icon}
                <span className="min-w-0">
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.hint && <span className="block text-sm text-ink-soft">{option.hint}</span>}
                </span>
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="text-accent-text" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
