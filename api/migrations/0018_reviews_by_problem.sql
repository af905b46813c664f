-- Stands in for the index of the constraint that the next migration drops.
CREATE INDEX CONCURRENTLY "person_reviews_problem" ON "person_reviews" USING btree ("problem_id","author_id");
