"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Combobox, type ComboboxItem } from "@/components/ui/menu/combobox";
import { inputClass, NativeSelect } from "@/components/ui/input/input";
import { scopeField, type AccessRule } from "@/server/domain/access-rules/access-rules.schema";
import { PersonPicker } from "../../_frame/people/person-picker";
import type { Subjects } from "./access-rules";
import { ValueField } from "./fields";

type Scope = AccessRule["scope"];

/** Stores the name of the chosen user, app or tag, because the form stores only the id. */
export function useSubjectNames() {
  const [chosen, setChosen] = useState<string | null>(null);
  return { chosen, setChosen };
}

/** Chooses the subject of a rule: everyone, one app, one tag or one user. */
export function SubjectField({
  may,
  names,
  withoutApps,
}: {
  may: Subjects;
  names: ReturnType<typeof useSubjectNames>;
  withoutApps: boolean;
}) {
  const t = useExtracted("access-rules");
  const { setValue, clearErrors } = useFormContext<Record<string, unknown>>();
  const scope = useWatch({ name: "scope" }) as Scope;
  const field = scopeField[scope];
  const choose = (next: Scope) => {
    for (const name of ["userId", "tagId", "appId"]) setValue(name, undefined);
    names.setChosen(null);
    setValue("scope", next);
    clearErrors();
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ValueField<Scope> name="scope" label={t("Applies to")}>
        {(value, _change, attributes) => (
          <NativeSelect
            {...attributes}
            className="w-full"
            value={value}
            onChange={(event) => choose(event.target.value as Scope)}
          >
            <option value="org">{t("Everyone")}</option>
            {may.apps && !withoutApps && <option value="app">{t("Sign-ins to one app")}</option>}
            {may.tags && <option value="tag">{t("People with a tag")}</option>}
            {may.people && <option value="user">{t("One person")}</option>}
          </NativeSelect>
        )}
      </ValueField>
      {field === "userId" && <PersonField names={names} />}
      {field === "tagId" && <TagField names={names} />}
      {field === "appId" && <AppField names={names} />}
    </div>
  );
}

interface Names {
  names: ReturnType<typeof useSubjectNames>;
}

const triggerClass = inputClass("flex items-center justify-between gap-2 text-left [&_svg]:size-4");

function Chosen({ name, empty }: { name: string | null; empty: string }) {
  return (
    <>
      <span className={name === null ? "text-ink-faint" : "truncate"}>{name ?? empty}</span>
      <ChevronDown aria-hidden className="shrink-0 text-ink-faint" />
    </>
  );
}

function PersonField({ names }: Names) {
  const t = useExtracted("access-rules");
  return (
    <ValueField<number | undefined> name="userId" label={t("Person")}>
      {(_value, change, attributes) => (
        <PersonPicker
          trigger={
            <button type="button" {...attributes} className={triggerClass}>
              <Chosen name={names.chosen} empty={t("Choose a person")} />
            </button>
          }
          onPick={({ userId, name }) => {
            names.setChosen(name);
            change(userId);
          }}
        />
      )}
    </ValueField>
  );
}

function TagField({ names }: Names) {
  const t = useExtracted("access-rules");
  const tags = useQuery(useTRPC().tags.list.queryOptions({}));
  const items = tags.data?.map(({ tagId, name }) => ({ id: String(tagId), label: name }));
  return (
    <PickField name="tagId" label={t("Tag")} empty={t("Choose a tag")} items={items ?? []} names={names} />
  );
}

function AppField({ names }: Names) {
  const t = useExtracted("access-rules");
  const apps = useQuery(useTRPC().apps.list.queryOptions({}));
  const items = apps.data?.map(({ appId, name }) => ({ id: String(appId), label: name }));
  return (
    <PickField name="appId" label={t("App")} empty={t("Choose an app")} items={items ?? []} names={names} />
  );
}

function PickField({
  name,
  label,
  empty,
  items,
  names,
}: Names & { name: string; label: string; empty: string; items: ComboboxItem[] }) {
  const t = useExtracted("access-rules");
  return (
    <ValueField<number | undefined> name={name} label={label}>
      {(_value, change, attributes) => (
        <Combobox
          trigger={
            <button type="button" {...attributes} className={triggerClass}>
              <Chosen name={names.chosen} empty={empty} />
            </button>
          }
          label={label}
          placeholder={t("Search by name…")}
          search={(text) =>
            Promise.resolve(
              items.filter((item) => item.label.toLowerCase().includes(text.toLowerCase())).slice(0, 50),
            )
          }
          onPick={(item) => {
            names.setChosen(item.label);
            change(Number(item.id));
          }}
        />
      )}
    </ValueField>
  );
}
