"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTheme } from "next-themes";
import { RadioGroup as Radix } from "radix-ui";
import { useHydrated } from "./use-hydrated";

/** Buttons that set the theme: light, dark or the theme of the system. For pages without the account menu. */
export function ThemeToggle() {
  const t = useExtracted("shared");
  const { theme = "system", setTheme } = useTheme();
  // Before hydration, no theme is marked, because the server cannot read the stored choice of the browser.
  const hydrated = useHydrated();
  const themes = [
    { value: "light", label: t("Light"), Icon: Sun },
    { value: "system", label: t("Same as system"), Icon: Monitor },
    { value: "dark", label: t("Dark"), Icon: Moon },
  ];
  return (
    <Radix.Root
      aria-label={t("Appearance")}
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
