"use client";

import { useQuery } from "@tanstack/react-query";
import { ImageIcon, Trash2, Upload } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Code, RelativeTime } from "@/components/ui/text";
import { useSize } from "@/components/ui/format/use-size";
import type { DocumentAsset } from "@/server/domain/documents/documents.schema";
import Image from "next/image";
import { QueryTable } from "../../../_frame/lists/query-table";
import { useAction } from "../../../_frame/use-action";

const UploadDialog = lateDialog(() => import("./upload-dialog").then((module) => module.UploadDialog));

const kinds: Record<DocumentAsset["mediaType"], string> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/svg+xml": "SVG",
};

const EXAMPLE = '<img src="asset:logo.png">';

/** Lists the pictures that templates may use. */
export function AssetsTable() {
  const t = useExtracted("documents");
  const sizeOf = useSize();
  const trpc = useTRPC();
  const query = useQuery(trpc.documents.assets.queryOptions({}));
  const [uploading, setUploading] = useState(false);
  const [deleting, setDeleting] = useState<DocumentAsset | null>(null);
  const remove = useAction(trpc.documents.deleteAsset.mutationOptions(), () => t("The picture was deleted."));
  const columns: Column<DocumentAsset>[] = [
    { id: "picture", header: t("Picture"), width: 5, cell: (asset) => <Thumbnail asset={asset} /> },
    {
      id: "address",
      header: t("Address in templates"),
      width: 16,
      cell: ({ name }) => <Code text={`asset:${name}`} label={t("address")} />,
    },
    {
      id: "kind",
      header: t("Kind"),
      width: 8,
      cell: ({ mediaType, size }) => (
        <span className="text-ink-soft">
          {kinds[mediaType]}, {sizeOf(size)}
        </span>
      ),
      hideable: true,
    },
    {
      id: "used",
      header: t("Used in"),
      width: 7,
      cell: ({ usedIn }) => (
        <span className="text-ink-soft">
          {t("{usedIn, plural, =0 {No template} one {# template} other {# templates}}", { usedIn })}
        </span>
      ),
    },
    {
      id: "created",
      header: t("Uploaded"),
      width: 8,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-ink-soft" />,
      hideable: true,
    },
    {
      id: "actions",
      header: t("Actions"),
      align: "right",
      width: 4,
      cell: (asset) => (
        <IconButton label={t("Delete {name}", { name: asset.name })} onClick={() => setDeleting(asset)}>
          <Trash2 />
        </IconButton>
      ),
    },
  ];
  return (
    <>
      <QueryTable
        query={query}
        id="document-assets"
        label={t("Pictures")}
        columns={columns}
        rows={query.data}
        rowKey={({ assetId }) => assetId}
        toolbar={
          <Button className="ml-auto" onClick={() => setUploading(true)}>
            <Upload aria-hidden />
            {t("Upload a picture")}
          </Button>
        }
        empty={
          <EmptyState icon={ImageIcon} title={t("No pictures yet")}>
            {t.rich(
              "Upload a logo once, and every template can show it by its address, such as <code>{example}</code>.",
              {
                example: EXAMPLE,
                code: (chunks) => <code className="font-mono text-sm">{chunks}</code>,
              },
            )}
          </EmptyState>
        }
      />
      {uploading && <UploadDialog taken={query.data ?? []} close={() => setUploading(false)} />}
      {deleting && (
        <ConfirmDialog
          open
          onOpenChange={() => setDeleting(null)}
          title={t("Delete {name}?", { name: deleting.name })}
          action={t("Delete picture")}
          danger
          onConfirm={() => remove({ assetId: deleting.assetId })}
        >
          <p>
            {t(
              "{usedIn, plural, =0 {No template uses it at the moment.} one {# template shows it, and will be rendered without it, with a warning.} other {# templates show it, and will be rendered without it, with a warning.}}",
              { usedIn: deleting.usedIn },
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Maximum size of a picture with a thumbnail, in bytes. The browser does not fetch larger pictures for the list. */
const MOST_BYTES = 200_000;

/**
 * Thumbnail of a picture. An SVG picture is safe here, because a browser runs no scripts and sends no requests for an SVG in an
 * image element.
 */
function Thumbnail({ asset: { assetId, size } }: { asset: DocumentAsset }) {
  const small = size <= MOST_BYTES;
  const query = useQuery(
    useTRPC().documents.assetContent.queryOptions({ assetId }, { enabled: small, staleTime: 60_000 }),
  );
  if (!small || query.isLoadingError) return <ImageIcon aria-hidden className="m-2 size-5 text-ink-faint" />;
  if (!query.data) return <Skeleton className="size-8" />;
  const { mediaType, content } = query.data;
  return (
    // Disables the image optimization, because the page already has the bytes of the picture.
    <Image
      unoptimized
      width={48}
      height={32}
      src={`data:${mediaType};base64,${content}`}
      alt=""
      className="my-1 h-8 w-12 rounded border border-line bg-white object-contain"
    />
  );
}
