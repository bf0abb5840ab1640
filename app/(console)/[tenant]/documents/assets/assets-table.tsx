"use client";

import dynamic from "next/dynamic";
import { useQuery } from "@tanstack/react-query";
import { ImageIcon, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { Code, RelativeTime } from "@/components/ui/text";
import type { DocumentAsset } from "@/server/domain/documents/documents.schema";
import { QueryError } from "../../../_frame/query-error";
import { useAction } from "../../../_frame/use-action";
import { Thumbnail } from "./thumbnail";

const UploadDialog = dynamic(() => import("./upload-dialog").then((module) => module.UploadDialog), {
  ssr: false,
});

const kinds: Record<DocumentAsset["mediaType"], string> = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/webp": "WebP",
  "image/svg+xml": "SVG",
};

const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The pictures that templates may use. */
export function AssetsTable() {
  const trpc = useTRPC();
  const query = useQuery(trpc.documents.assets.queryOptions({}));
  const [uploading, setUploading] = useState(false);
  const [deleting, setDeleting] = useState<DocumentAsset | null>(null);
  const remove = useAction(trpc.documents.deleteAsset.mutationOptions(), () => "The picture was deleted.");
  const columns: Column<DocumentAsset>[] = [
    { id: "picture", header: "Picture", width: 5, cell: (asset) => <Thumbnail asset={asset} /> },
    {
      id: "address",
      header: "Address in templates",
      width: 16,
      cell: ({ name }) => <Code text={`asset:${name}`} label="address" />,
    },
    {
      id: "kind",
      header: "Kind",
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
      header: "Used in",
      width: 7,
      cell: ({ usedIn }) => (
        <span className="text-ink-soft">
          {usedIn === 0 ? "No template" : usedIn === 1 ? "1 template" : `${usedIn} templates`}
        </span>
      ),
    },
    {
      id: "created",
      header: "Uploaded",
      width: 8,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-ink-soft" />,
      hideable: true,
    },
    {
      id: "actions",
      header: "Actions",
      align: "right",
      width: 4,
      cell: (asset) => (
        <IconButton label={`Delete ${asset.name}`} onClick={() => setDeleting(asset)}>
          <Trash2 />
        </IconButton>
      ),
    },
  ];
  return (
    <>
      <DataTable
        id="document-assets"
        label="Pictures"
        columns={columns}
        rows={query.data}
        rowKey={({ assetId }) => assetId}
        toolbar={
          <Button className="ml-auto" onClick={() => setUploading(true)}>
            <Upload aria-hidden />
            Upload a picture
          </Button>
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          <EmptyState icon={ImageIcon} title="No pictures yet">
            Upload a logo once, and every template can show it by its address, such as{" "}
            <code className="font-mono text-sm">&lt;img src=&quot;asset:logo.png&quot;&gt;</code>.
          </EmptyState>
        }
      />
      {uploading && <UploadDialog taken={query.data ?? []} close={() => setUploading(false)} />}
      {deleting && (
        <ConfirmDialog
          open
          onOpenChange={() => setDeleting(null)}
          title={`Delete ${deleting.name}?`}
          action="Delete picture"
          danger
          onConfirm={() => remove({ assetId: deleting.assetId })}
        >
          <p>
            {deleting.usedIn === 0
              ? "No template uses it as it is now."
              : `${deleting.usedIn === 1 ? "1 template shows" : `${deleting.usedIn} templates show`} it, and will be rendered without it, with a warning.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
