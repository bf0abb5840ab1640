"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { RadioGroup as Radix } from "radix-ui";
import { useHydrated } from "./use-hydrated";

const themes = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "system", label: "As the system", Icon: Monitor },
  { value: "dark", label: "Dark", Icon: Moon },
];

/** Light, dark, or what the system says, for pages without the account menu. */
export function ThemeToggle() {
  const { theme = "system", setTheme } = useTheme();
  // The server does not know what this browser has chosen.
  const hydrated = useHydrated();
  return (
    <Radix.Root
      aria-label="Appearance"
      value={hydrated ? theme : ""}
      onValueChange={setTheme}
      orientation="horizontal"
      className="inline-flex gap-0.5 rounded-lg border border-line bg-surface p-0.5"
    >
      {themes.map(({ value, label, Icon }) => (
        <Radix.Item
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="flex size-7 items-center justify-center rounded-md text-ink-faint transition-colors hover:text-ink data-[state=checked]:bg-sunken data-[state=checked]:text-ink"
        >
          <Icon aria-hidden className="size-4" />
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
