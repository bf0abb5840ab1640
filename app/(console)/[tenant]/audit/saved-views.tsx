"use client";

import { Bookmark, Trash2 } from "lucide-react";
import Link from "next/link";
import { createSerializer } from "nuqs";
import { useState } from "react";
import { z } from "zod";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button, IconButton } from "@/components/ui/button";
import {
  Dialog,
  DialogActions,
  Menu,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuSeparator,
} from "@/components/ui/overlay";
import { auditFilters, type AuditFilters } from "../../_frame/audit-filters";
import { useBrowserText } from "../../_frame/browser-store";

const Views = z.array(z.object({ name: z.string(), query: z.string() }));
type View = z.output<typeof Views>[number];

const NameForm = z.strictObject({
  name: z.string().trim().min(1, "must not be empty").max(60, "must have at most 60 characters"),
});

const serialize = createSerializer(auditFilters);

function viewsIn(text: string): View[] {
  try {
    return Views.parse(JSON.parse(text));
  } catch {
    // Nothing kept, or by another version.
    return [];
  }
}

/** Sets of filters by name, kept in this browser for this organization. */
export function SavedViews({ tenant, filters }: { tenant: string; filters: AuditFilters }) {
  const [text, setText] = useBrowserText(`castellan.audit-views.${tenant}`);
  const [managing, setManaging] = useState(false);
  const views = viewsIn(text);
  const keep = (next: View[]) => setText(next.length === 0 ? "" : JSON.stringify(next));
  const query = serialize({ ...filters, cursor: null });
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark aria-hidden />
            Views
          </Button>
        }
      >
        <MenuLabel>Saved in this browser</MenuLabel>
        {views.map((view) => (
          <MenuLink key={view.name}>
            <Link href={`/${tenant}/audit${view.query}`} aria-current={view.query === query || undefined}>
              <span className="max-w-56 truncate">{view.name}</span>
            </Link>
          </MenuLink>
        ))}
        {views.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setManaging(true)}>
          {views.length === 0 ? "Save these filters…" : "Save or remove…"}
        </MenuItem>
      </Menu>
      <Dialog
        open={managing}
        onOpenChange={setManaging}
        title="Saved views"
        description="Filters under a name of your choice. They stay in this browser; others do not see them. To share one, send the page’s address."
      >
        <Form
          schema={NameForm}
          defaultValues={{ name: "" }}
          onSubmit={async ({ name }) => {
            keep([...views.filter((view) => view.name !== name), { name, query }]);
            setManaging(false);
          }}
        >
          <TextField
            name="name"
            label="Name of the view"
            hint={
              query === ""
                ? "No filter is set: it will show the whole log."
                : "It keeps the filters that are set now."
            }
            autoComplete="off"
          />
          <DialogActions>
            <SubmitButton>Save the view</SubmitButton>
          </DialogActions>
        </Form>
        {views.length > 0 && (
          <ul className="mt-4 divide-y divide-line border-t border-line">
            {views.map((view) => (
              <li key={view.name} className="flex items-center justify-between gap-2 py-1">
                <span className="min-w-0 truncate">{view.name}</span>
                <IconButton
                  label={`Remove ${view.name}`}
                  onClick={() => keep(views.filter(({ name }) => name !== view.name))}
                >
                  <Trash2 />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </>
  );
}
