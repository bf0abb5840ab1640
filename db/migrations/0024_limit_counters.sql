-- Unlogged: the counts need not survive a crash of the database server, and their writes must not wait for a flush.
CREATE UNLOGGED TABLE "limit_counters" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
