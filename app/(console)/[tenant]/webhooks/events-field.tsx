"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { FieldConflict, useConflictId } from "@/components/form/conflict";
import { Box } from "@/components/ui/page/box";
import { Input } from "@/components/ui/input/input";
import { Switch } from "@/components/ui/input/switch";
import { NotLoaded } from "../../_frame/records/not-loaded";

const NAME = "events";

const groupOf = (type: string) => type.slice(0, type.indexOf("."));

interface EventType {
  type: string;
  description: string;
}

const groupsOf = (eventTypes: readonly EventType[]) =>
  [...new Set(eventTypes.map(({ type }) => groupOf(type)))].map((name) => ({
    name,
    types: eventTypes.filter(({ type }) => groupOf(type) === name),
  }));

/**
 * Field for the events of a webhook endpoint. The administrator chooses all events, groups of events or single events. The
 * value is a comma-separated list, for example `role.*,user.created`, or `*`.
 */
export function EventsField() {
  const t = useExtracted("webhooks");
  const query = useQuery(useTRPC().webhooks.eventTypes.queryOptions({}, { staleTime: Infinity }));
  const groupName = useEventGroupName();
  const { control, setValue, formState, getFieldState } = useFormContext();
  const events = (useWatch({ control, name: NAME }) as string | undefined) ?? "";
  const [search, setSearch] = useState("");
  const id = useId();
  const { error } = getFieldState(NAME, formState);
  const conflict = useConflictId(NAME, id);
  const described = [conflict, error && `${id}-error`].filter(Boolean).join(" ");
  const everything = events === "*";
  const chosen = new Set(
    events
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && name !== "*"),
  );
  const set = (next: string) =>
    setValue(NAME, next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const choose = (name: string, on: boolean) => {
    if (on) chosen.add(name);
    else chosen.delete(name);
    // Removes the single events of a chosen group, because the group includes them.
    const names = [...chosen].filter((one) => one.endsWith(".*") || !chosen.has(`${groupOf(one)}.*`));
    set(names.sort().join(","));
  };
  const needle = search.trim().toLowerCase();
  const shown = groupsOf(query.data ?? [])
    .map((group) => ({
      ...group,
      types: group.types.filter(({ type, description }) =>
        `${groupName(group.name)} ${type} ${description}`.toLowerCase().includes(needle),
      ),
    }))
    .filter(({ types }) => types.length > 0);
  return (
    <fieldset aria-describedby={described || undefined}>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <legend className="float-left text-sm font-medium">
          {t("Events")}{" "}
          {!everything && chosen.size > 0 && (
            <span className="font-normal text-ink-faint">
              {t("{count, number} chosen", { count: chosen.size })}
            </span>
          )}
        </legend>
        <label className="flex items-center gap-2 text-sm">
          {t("All events, including future ones")}
          <Switch checked={everything} onCheckedChange={(on) => set(on ? "*" : "")} />
        </label>
      </div>
      {!everything && (
        <div className="rounded-md border border-line">
          <div className="border-b border-line p-2">
            <Input
              type="search"
              aria-label={t("Search events")}
              placeholder={t("Search events")}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
              autoComplete="off"
            />
          </div>
          <div role="region" aria-label={t("Events")} tabIndex={0} className="max-h-72 overflow-y-auto">
            {shown.map((group) => (
              <EventGroup
                key={group.name}
                label={groupName(group.name)}
                {...group}
                chosen={chosen}
                choose={choose}
              />
            ))}
            {!query.data && <NotLoaded query={query} className="m-4 h-24" />}
            {query.data && shown.length === 0 && (
              <p className="p-4 text-center text-ink-soft">{t("No matching events.")}</p>
            )}
          </div>
        </div>
      )}
      <FieldConflict
        name={NAME}
        id={id}
        words={(theirs) => (theirs === "*" ? t("all events") : String(theirs).replaceAll(",", ", "))}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger-text">
          {events === "" ? t("Choose at least one event") : error.message}
        </p>
      )}
    </fieldset>
  );
}

function EventGroup({
  name,
  label,
  types,
  chosen,
  choose,
}: {
  name: string;
  label: string;
  types: EventType[];
  chosen: ReadonlySet<string>;
  choose: (name: string, on: boolean) => void;
}) {
  const id = useId();
  const all = chosen.has(`${name}.*`);
  const some = types.some(({ type }) => chosen.has(type));
  return (
    <div role="group" aria-label={label} className="border-b border-line last:border-0">
      <div className="flex items-center gap-2.5 bg-sunken px-3 py-1.5">
        <Box
          id={id}
          checked={all}
          partly={some && !all}
          onChange={(event) => choose(`${name}.*`, event.target.checked)}
        />
        <label htmlFor={id} className="font-medium">
          {label} <span className="font-mono text-xs font-normal text-ink-faint">{name}.*</span>
        </label>
      </div>
      <ul>
        {types.map(({ type, description }) => (
          <li key={type} className="flex items-start gap-2.5 px-3 py-1.5 pl-8">
            <Box
              id={`${id}-${type}`}
              className="mt-0.5"
              checked={all || chosen.has(type)}
              disabled={all}
              onChange={(event) => choose(type, event.target.checked)}
            />
            <label htmlFor={`${id}-${type}`} className="min-w-0">
              <span className="block font-mono text-xs break-words">{type}</span>
              <span className="block text-sm text-ink-soft">{description}</span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns a function that names a group of events. For a group without a translation, the function derives the name from the
 * code: `app_role` becomes "App role".
 */
export function useEventGroupName(): (group: string) => string {
  const t = useExtracted("webhooks");
  const names: Record<string, string> = {
    act_as: t("Act as"),
    admin: t("Admin"),
    alert: t("Alert"),
    api: t("API"),
    app: t("App"),
    app_access: t("App access"),
    app_role: t("App role"),
    audit_log: t("Audit log"),
    connector: t("Connector"),
    credential: t("Credential"),
    custom_field: t("Custom field"),
    data: t("Data"),
    device: t("Device"),
    document: t("Document"),
    domain: t("Domain"),
    identity_provider: t("Identity provider"),
    invitation: t("Invitation"),
    mfa_reset: t("MFA reset"),
    organization: t("Organization"),
    policy: t("Policy"),
    role: t("Role"),
    role_sync: t("Role sync"),
    rule: t("Rule"),
    scim_token: t("SCIM token"),
    service_account: t("Service account"),
    session: t("Session"),
    tag: t("Tag"),
    user: t("User"),
    user_import: t("User import"),
    bulk_job: t("Bulk user action"),
    webhook: t("Webhook"),
  };
  return (group) => names[group] ?? (group.charAt(0).toUpperCase() + group.slice(1)).replaceAll("_", " ");
}
