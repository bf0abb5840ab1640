"use client";

import { useExtracted } from "next-intl";
import { useTheme } from "next-themes";
import { MenuCheck, MenuLabel } from "../ui/dialog/overlay";

/** Menu that sets the theme: light, dark or the theme of the system. */
export function ThemeChoice() {
  const t = useExtracted("console");
  const { theme = "system", setTheme } = useTheme();
  const themes = { system: t("Same as system"), light: t("Light"), dark: t("Dark") };
  return (
    <>
      <MenuLabel>{t("Appearance")}</MenuLabel>
      {Object.entries(themes).map(([value, label]) => (
        <MenuCheck key={value} checked={theme === value} onChange={() => setTheme(value)}>
          {label}
        </MenuCheck>
      ))}
    </>
  );
}
