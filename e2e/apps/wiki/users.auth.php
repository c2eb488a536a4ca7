# <?php exit()?>
anna:4b56240622699097749b37f317919259:Anna Berg:anna@example.org:admin,user
