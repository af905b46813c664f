-- Of the job that deletes the bytes of files whose rows were deleted (defineJob).
SELECT pgboss.create_queue('delete-bytes', '{"policy":"standard"}');
