-- By hand: CONCURRENTLY, so that people write on while it is made.
CREATE INDEX CONCURRENTLY "problems_counted" ON "problems" USING btree ("category","status","budget");