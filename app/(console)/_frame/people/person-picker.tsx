"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Combobox, type ComboboxProps } from "@/components/ui/menu/combobox";
import { usePersonName } from "./person-cell";

export interface PickedPerson {
  userId: number;
  name: string;
}

/** Finds a user by name or identifier. `taken` contains users that cannot be chosen, with the reason. */
export function PersonPicker({
  trigger,
  onPick,
  taken,
  align,
}: {
  trigger: ComboboxProps["trigger"];
  onPick: (person: PickedPerson) => void;
  taken?: ReadonlyMap<number, string>;
  align?: "start" | "end";
}) {
  const t = useExtracted("console");
  const personName = usePersonName();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const search = async (text: string) => {
    const { users } = await queries.fetchQuery(trpc.users.page.queryOptions({ search: text, limit: 8 }));
    return users.map((user) => ({
      id: String(user.userId),
      label: personName(user),
      hint: user.email ?? undefined,
      disabled: taken?.get(user.userId),
    }));
  };
  return (
    <Combobox
      trigger={trigger}
      label={t("Find a person")}
      placeholder={t("Name or e-mail…")}
      search={search}
      onPick={({ id, label }) => onPick({ userId: Number(id), name: label })}
      {...(align && { align })}
    />
  );
}
