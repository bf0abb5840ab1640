"use client";

import { History, MoreHorizontal, Save } from "lucide-react";
import { useExtracted } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useLeaveGuard } from "@/components/form/use-leave-guard";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, Callout } from "@/components/ui/feedback";
import { Menu, MenuItem } from "@/components/ui/menu/menu";
import { PageHeader, Section } from "@/components/ui/page/page";
import { CodeBlock, RelativeTime } from "@/components/ui/text";
import type { StoredDocument } from "@/server/domain/documents/documents.schema";
import { useDialogInUrl } from "../../../_frame/use-dialog-in-url";
import { commandOf } from "../_workshop/rendering";
import { differ, useWorkshop } from "../_workshop/use-workshop";
import { Workshop } from "../_workshop/workshop";
import type { TemplateAsked } from "./template-dialogs";
import { Versions } from "./versions";

const TemplateDialogs = lateDialog(() =>
  import("./template-dialogs").then((module) => module.TemplateDialogs),
);

/** Editor for a stored template. */
export function TemplateEditor({
  tenant,
  baseUrl,
  template,
  opened,
  open,
}: {
  tenant: string;
  baseUrl: string;
  /** Currently stored version of the template. */
  template: StoredDocument;
  /** Version of the template when the editor was opened. The draft is based on this version. */
  opened: StoredDocument;
  open: (template: StoredDocument) => void;
}) {
  const t = useExtracted("documents");
  const { templateId, name } = template;
  const [base, setBase] = useState({ version: opened.shown.version, content: opened.content });
  const workbench = useWorkshop({ tenant, templateId }, opened.content);
  const { draft, verdict, mayBeKept } = workbench;
  const [asked, setAsked] = useState<TemplateAsked | null>(null);
  const [versions, setVersions] = useDialogInUrl("versions");
  const dirty = differ(draft, base.content);

  useLeaveGuard(() => dirty);
  const keep = (as: "save" | "copy") => mayBeKept() && setAsked(as);
  const save = useEffectEvent(() => dirty && keep("save"));
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      save();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);

  return (
    <>
      <PageHeader
        trail={[{ label: t("Documents"), href: `/${tenant}/documents` }]}
        title={name}
        meta={
          <>
            <span>
              {base.version === template.shown.version
                ? t.rich("Version {version}, saved <ago></ago> by {savedBy}", {
                    version: String(base.version),
                    savedBy: template.shown.savedBy,
                    ago: () => <RelativeTime at={template.shown.savedAt} />,
                  })
                : t("Version {version}", { version: String(base.version) })}
            </span>
            {dirty && <Badge tone="info">{t("Not saved")}</Badge>}
            {template.trusted && <Badge tone="warning">{t("Data may contain HTML")}</Badge>}
          </>
        }
        actions={
          <>
            <Button onClick={() => setVersions(true)}>
              <History aria-hidden />
              {t("Versions")}
            </Button>
            <Button
              variant="primary"
              disabled={!dirty}
              onClick={() => keep("save")}
              aria-keyshortcuts="Control+S Meta+S"
            >
              <Save aria-hidden />
              {t("Save…")}
            </Button>
            <Menu
              trigger={
                <IconButton label={t("More")}>
                  <MoreHorizontal />
                </IconButton>
              }
            >
              <MenuItem onSelect={() => setAsked("settings")}>{t("Name and data…")}</MenuItem>
              <MenuItem onSelect={() => keep("copy")}>{t("Save as another template…")}</MenuItem>
              <MenuItem danger onSelect={() => setAsked("delete")}>
                {t("Delete…")}
              </MenuItem>
            </Menu>
          </>
        }
      />
      {template.version !== base.version && (
        <div className="mb-4">
          <Callout
            tone="warning"
            title={t("Version {version} was saved in the meantime", { version: String(template.version) })}
          >
            <p>
              {t("By {savedBy}. Your version would replace it, so open it first.", {
                savedBy: template.shown.savedBy,
              })}
            </p>
            <Button size="sm" className="mt-2" onClick={() => open(template)}>
              {dirty
                ? t("Discard my changes and open version {version}", { version: String(template.version) })
                : t("Open it")}
            </Button>
          </Callout>
        </div>
      )}
      <Workshop workbench={workbench} filename={name.replace(/[^\p{L}\p{N}._ -]+/gu, "-")} />
      <div className="mt-4">
        <Section
          title={t("Command-line example")}
          description={t('The newest version, unless the request specifies one: "version": {version}.', {
            version: String(base.version),
          })}
        >
          <CodeBlock label={t("command")} text={commandOf(baseUrl, draft, templateId)} />
        </Section>
      </div>
      <Versions
        template={template}
        draft={dirty ? draft : null}
        shown={versions}
        onShownChange={setVersions}
        restored={open}
      />
      {asked && (
        <TemplateDialogs
          tenant={tenant}
          template={template}
          basedOn={base.version}
          draft={draft}
          verdict={verdict}
          asked={asked}
          setAsked={setAsked}
          saved={(version, content) => setBase({ version, content })}
        />
      )}
    </>
  );
}
