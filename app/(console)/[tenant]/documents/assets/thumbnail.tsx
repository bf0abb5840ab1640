"use client";

import { useQuery } from "@tanstack/react-query";
import { ImageIcon } from "lucide-react";
import Image from "next/image";
import { useTRPC } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
import type { DocumentAsset } from "@/server/domain/documents/documents.schema";

/** Maximum size of a picture with a thumbnail, in bytes. The browser does not fetch larger pictures for the list. */
const MOST_BYTES = 200_000;

/**
 * Thumbnail of a picture. An SVG picture is safe here, because a browser runs no scripts and sends no requests for an SVG in an
 * image element.
 */
export function Thumbnail({ asset: { assetId, size } }: { asset: DocumentAsset }) {
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
