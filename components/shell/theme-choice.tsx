"use client";

import { useTheme } from "next-themes";
import { MenuCheck, MenuLabel } from "../ui/overlay";

const themes = { system: "As the system", light: "Light", dark: "Dark" };

/** Light, dark, or what the system says. */
export function ThemeChoice() {
  const { theme = "system", setTheme } = useTheme();
  return (
    <>
      <MenuLabel>Appearance</MenuLabel>
      {Object.entries(themes).map(([value, label]) => (
        <MenuCheck key={value} checked={theme === value} onChange={() => setTheme(value)}>
          {label}
        </MenuCheck>
      ))}
    </>
  );
}
